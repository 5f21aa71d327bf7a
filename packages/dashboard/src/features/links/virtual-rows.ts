// Virtual scrolling for lists of any length: rows of equal height need no measuring, and only visible rows are rendered.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { afterScroll, listHeight, type ScrollPosition, visibleRows } from './scroll-position.ts'

// Rows rendered beyond the window's edges, so that they are ready when the user scrolls.
const overscanRows = 8
const overscanAfterMilliseconds = 200

export interface VirtualRows {
  /** The height of the element that holds the rows. */
  height: number
  first: number
  /** The row after the last one. */
  end: number
  /** A row's position in the element, in pixels. */
  top(row: number): number
  scrollTo(row: number): void
}

/**
 * The rows of `list` that the window shows. `topInset` is the height of what sticks to the window's top.
 */
export function useVirtualRows(
  list: RefObject<HTMLElement | null>,
  { count, rowHeight, topInset }: { count: number; rowHeight: number; topInset: number },
): VirtualRows {
  const { height, excess } = listHeight(count, rowHeight)
  const [position, setPosition] = useState<ScrollPosition>({ scrolled: 0, offset: 0 })
  const [windowHeight, setWindowHeight] = useState(() => innerHeight)
  // The rows beyond the edges follow a little later, so that the page can be used sooner.
  const [hasOverscan, setHasOverscan] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasOverscan(true), overscanAfterMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  const overscan = hasOverscan || position.scrolled > 0 ? overscanRows : 0

  const updatePosition = useCallback(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0
    const scrolled = Math.max(0, -top)
    setPosition((before) => afterScroll(before, scrolled, { height, excess, windowHeight: innerHeight }))
  }, [list, excess, height])

  useLayoutEffect(updatePosition, [updatePosition])
  useEffect(() => {
    const resize = () => {
      setWindowHeight(innerHeight)
      updatePosition()
    }
    addEventListener('scroll', updatePosition, { passive: true })
    addEventListener('resize', resize)
    return () => {
      removeEventListener('scroll', updatePosition)
      removeEventListener('resize', resize)
    }
  }, [updatePosition])

  const { first, end } = visibleRows(position, { count, rowHeight, windowHeight, overscan })
  const top = (row: number) => row * rowHeight - position.offset

  return {
    height,
    first,
    end,
    top,
    scrollTo(row) {
      const listTop = list.current?.getBoundingClientRect().top ?? 0
      const rowTop = listTop + top(row)
      const above = rowTop - topInset
      const below = rowTop + rowHeight - innerHeight + 16
      if (above < 0) scrollBy({ top: above })
      else if (below > 0) scrollBy({ top: below })
    },
  }
}
