// Which rows of a list are in the window, for lists of any length: rows of one height need no measuring, and no memory for those that are not shown.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { afterScroll, listHeight, type ScrollPosition, visibleRows } from './scroll-position.ts'

// Rows beyond the window's edges, so that they are there when they are scrolled to.
const overscanRows = 8

export interface VirtualRows {
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
export function useVirtualRows(
  list: RefObject<HTMLElement | null>,
  { count, rowHeight, topInset }: { count: number; rowHeight: number; topInset: number },
): VirtualRows {
  const { height, excess } = listHeight(count, rowHeight)
  const [position, setPosition] = useState<ScrollPosition>({ scrolled: 0, offset: 0 })
  const [windowHeight, setWindowHeight] = useState(() => innerHeight)
  // The first picture comes without those beyond the edges, so that it comes sooner.
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  const overscan = isMounted ? overscanRows : 0

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
      const over = rowTop - topInset
      const under = rowTop + rowHeight - innerHeight + 16
      if (over < 0) scrollBy({ top: over })
      else if (under > 0) scrollBy({ top: under })
    },
  }
}
