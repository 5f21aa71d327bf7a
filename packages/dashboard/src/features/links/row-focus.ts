// Moves the focus to a row of the list, even one that is rendered only after scrolling there.
import { type RefObject, useEffect, useRef } from 'react'

/** Returns a function that scrolls to a row with `scrollTo` and focuses it as soon as it is rendered. */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  scrollTo: (row: number) => void,
): (row: number) => void {
  const pendingRow = useRef<number | null>(null)

  function focusIfRendered(row: number) {
    const element = list.current?.querySelector<HTMLElement>(`[data-row="${row}"]`)
    if (!element) return
    pendingRow.current = null
    element.focus({ preventScroll: true })
  }

  useEffect(() => {
    if (pendingRow.current !== null) focusIfRendered(pendingRow.current)
  })

  return (row) => {
    pendingRow.current = row
    scrollTo(row)
    focusIfRendered(row)
  }
}
