// Finds out which icon button the user points at or has moved the focus to.

const hoverMilliseconds = 400
// Long enough to move the pointer from the button onto the tooltip (WCAG 2.2, 1.4.13).
const leaveMilliseconds = 100

const buttonAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
const isTooltip = ({ target }: Event) =>
  target instanceof Element && target.closest('[data-tooltip-popup]') !== null

/** Calls `show` with the button, or null if there is none any more. Returns a function that stops this. */
export function watchIconButtons(show: (button: HTMLElement | null) => void): () => void {
  let shown: HTMLElement | null = null
  let pointed: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function change(button: HTMLElement | null, milliseconds = 0) {
    clearTimeout(timer)
    if (milliseconds > 0) {
      timer = setTimeout(() => change(button), milliseconds)
      return
    }
    if (button === shown) return
    shown = button
    show(button)
  }

  function point(event: PointerEvent) {
    if (event.pointerType === 'touch') return
    const button = isTooltip(event) ? shown : buttonAt(event)
    if (button === pointed) return
    pointed = button
    if (button === null) change(null, leaveMilliseconds)
    else change(button, shown ? 0 : hoverMilliseconds)
  }

  function focus(event: FocusEvent) {
    const button = buttonAt(event)
    if (button?.matches(':focus-visible')) change(button)
  }

  // The pointer may have been on a button before this was loaded.
  pointed = document.querySelector<HTMLElement>('[data-tooltip]:hover')
  if (pointed) change(pointed, hoverMilliseconds)

  const hide = () => change(null)
  const press = ({ key }: KeyboardEvent) => key === 'Escape' && hide()

  const watching = new AbortController()
  const options = { capture: true, passive: true, signal: watching.signal }
  document.addEventListener('pointerover', point, options)
  document.documentElement.addEventListener('pointerleave', hide, { signal: watching.signal })
  document.addEventListener('focusin', focus, options)
  document.addEventListener('focusout', hide, options)
  document.addEventListener('pointerdown', hide, options)
  document.addEventListener('keydown', press, options)
  return () => {
    clearTimeout(timer)
    watching.abort()
  }
}
