// Components that the first page doesn't need, such as menus. Their code is loaded soon after the page is shown, or with the
// first press of a key or a pointer.
import { type ComponentType, useSyncExternalStore } from 'react'

// Late enough not to delay the first page, and early enough that the connection is unlikely to be lost first.
const loadedAfterMilliseconds = 1500

const missing = new Set<() => Promise<void>>()
let isTime = false

/** What is known of the code while it is missing. */
export interface Missing {
  /** Whether it couldn't be loaded. */
  hasFailed: boolean
  onRetry(): void
}

interface State<Props> {
  Loaded?: ComponentType<Props>
  hasFailed: boolean
}

/** Renders `Waiting`, or else nothing, until the code of the component has been loaded. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType<Props & Missing>,
): ComponentType<Props> {
  const listeners = new Set<() => void>()
  let state: State<Props> = { hasFailed: false }
  let loading: Promise<void> | undefined

  async function attempt() {
    try {
      state = { Loaded: await load(), hasFailed: false }
      missing.delete(loadOnce)
    } catch {
      // The next press of a key or a pointer tries again.
      state = { hasFailed: true }
    }
    loading = undefined
    for (const listener of listeners) listener()
  }

  function loadOnce() {
    loading ??= attempt()
    return loading
  }

  missing.add(loadOnce)
  if (isTime) void loadOnce()

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const current = () => state

  async function retry() {
    await loadOnce()
    // Browsers from before 2026 remember that a file couldn't be loaded, as long as the document is open.
    if (!state.Loaded && navigator.onLine) location.reload()
  }

  return function Later(props: Props) {
    const { Loaded, hasFailed } = useSyncExternalStore(subscribe, current)
    if (Loaded) return <Loaded {...props} />
    return Waiting ? <Waiting {...props} hasFailed={hasFailed} onRetry={() => void retry()} /> : null
  }
}

/** Loads all that hasn't been loaded yet. */
export function loadRest(): void {
  isTime = true
  for (const load of missing) void load()
}

/** To be called when the first page is shown. */
export function loadRestSoon(): void {
  const press = () => {
    loadRest()
    if (missing.size > 0) return
    removeEventListener('pointerdown', press, true)
    removeEventListener('keydown', press, true)
  }
  setTimeout(loadRest, loadedAfterMilliseconds)
  addEventListener('pointerdown', press, true)
  addEventListener('keydown', press, true)
}
