// Which rows of a list are in the window, for lists of any length: rows of one height need no measuring, and no memory for those that are not shown.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { heightOf, movedTo, type Place, rowsAt } from './row-place.ts'

// Rows beyond the window's edges, so that they are there when they are scrolled to.
const beyond = 8

export interface RowWindow {
  /** Of the element that holds the rows. */
  height: number
  first: number
  /** The row after the last one. */
  end: number
  /** Where a row is in the element, in pixels. */
  top(row: number): number
  scrollTo(row: number): void
}

/**
 * The rows of `list` that the window shows. `covered` is how much of the window's top is covered by what sticks there.
 */
export function useRowWindow(
  list: RefObject<HTMLElement | null>,
  { count, rowHeight, covered }: { count: number; rowHeight: number; covered: number },
): RowWindow {
  const { height, excess } = heightOf(count, rowHeight)
  const [place, setPlace] = useState<Place>({ scrolled: 0, shift: 0 })
  const [seen, setSeen] = useState(() => innerHeight)
  // The first picture comes without those beyond the edges, so that it comes sooner.
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  const spare = isDrawn ? beyond : 0

  const look = useCallback(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0
    const scrolled = Math.max(0, -top)
    setPlace((before) => movedTo(before, scrolled, { height, excess, seen: innerHeight }))
  }, [list, excess, height])

  useLayoutEffect(look, [look])
  useEffect(() => {
    const resize = () => {
      setSeen(innerHeight)
      look()
    }
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', resize)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', resize)
    }
  }, [look])

  const { first, end } = rowsAt(place, { count, rowHeight, seen, spare })
  const top = (row: number) => row * rowHeight - place.shift

  return {
    height,
    first,
    end,
    top,
    scrollTo(row) {
      const listTop = list.current?.getBoundingClientRect().top ?? 0
      const rowTop = listTop + top(row)
      const over = rowTop - covered
      const under = rowTop + rowHeight - innerHeight + 16
      if (over < 0) scrollBy({ top: over })
      else if (under > 0) scrollBy({ top: under })
    },
  }
}
