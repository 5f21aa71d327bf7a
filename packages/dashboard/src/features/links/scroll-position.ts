// Virtual scrolling for a list of any length: its rendered height, its scroll position, and which rows are visible.

// Browsers can't render an element taller than about 17 million pixels. A longer list gets this height, and its rows
// are offset: after a jump in proportion to the scroll position, otherwise they move by the scrolled distance.
const mostHeight = 8_000_000

export interface ScrollPosition {
  scrolled: number
  /** How far the rows are ahead of the scroll position. */
  offset: number
}

/** The rendered height of the list, and how much taller all its rows would be. */
export function listHeight(count: number, rowHeight: number): { height: number; excess: number } {
  const total = count * rowHeight
  const height = Math.min(total, mostHeight)
  return { height, excess: total - height }
}

/** The position after scrolling, in pixels; the same object if nothing has moved. */
export function afterScroll(
  before: ScrollPosition,
  scrolled: number,
  { height, excess, windowHeight }: { height: number; excess: number; windowHeight: number },
): ScrollPosition {
  if (excess === 0)
    return scrolled === before.scrolled && before.offset === 0 ? before : { scrolled, offset: 0 }
  const maxScroll = Math.max(1, height - windowHeight)
  const isJump = Math.abs(scrolled - before.scrolled) > 2 * windowHeight
  const share = Math.min(1, scrolled / maxScroll)
  const offset = share === 0 ? 0 : share === 1 ? excess : isJump ? Math.round(excess * share) : before.offset
  return { scrolled, offset: Math.min(offset, excess) }
}

interface ListMeasures {
  count: number
  rowHeight: number
  windowHeight: number
  /** How many rows are rendered beyond the edges of the window. */
  overscan: number
}

/** The first rendered row, and the one after the last. */
export function visibleRows(
  { scrolled, offset }: ScrollPosition,
  { count, rowHeight, windowHeight, overscan }: ListMeasures,
): { first: number; end: number } {
  const start = scrolled + offset
  return {
    first: Math.max(0, Math.min(count, Math.floor(start / rowHeight)) - overscan),
    end: Math.min(count, Math.ceil((start + windowHeight) / rowHeight) + overscan),
  }
}
