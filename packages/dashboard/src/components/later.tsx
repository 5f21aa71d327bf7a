// Components that the first page doesn't need, such as menus. Their code is loaded soon after the page is shown, or with the
// first press of a key or a pointer.
import { type ComponentType, useSyncExternalStore } from 'react'

// Late enough not to delay the first page, and early enough that the connection is unlikely to be lost first.
const loadedAfterMilliseconds = 1500

const missing = new Set<() => Promise<void>>()
let isTime = false

/** Renders nothing until the code of the component has been loaded. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const listeners = new Set<() => void>()
  let Loaded: ComponentType<Props> | undefined
  let isLoading = false

  async function loadOnce() {
    if (isLoading) return
    isLoading = true
    try {
      Loaded = await load()
      missing.delete(loadOnce)
      for (const listener of listeners) listener()
    } catch {
      // The next press of a key or a pointer tries again.
    }
    isLoading = false
  }

  missing.add(loadOnce)
  if (isTime) void loadOnce()

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const current = () => Loaded

  return function Later(props: Props) {
    const Component = useSyncExternalStore(subscribe, current)
    return Component ? <Component {...props} /> : null
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
