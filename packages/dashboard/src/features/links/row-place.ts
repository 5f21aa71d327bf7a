// Virtual scrolling for a list of any length: its drawn height, its scroll position, and which rows are visible.

// Browsers can't draw an element taller than about 17 million pixels. A longer list gets this height, and its rows are
// shifted: after a jump in proportion to the scroll position, otherwise they move by as much as is scrolled.
const mostHeight = 8_000_000

export interface Place {
  scrolled: number
  /** How far the rows are ahead of the scroll position. */
  shift: number
}

/** The drawn height of the list, and how much taller all its rows would be. */
export function heightOf(count: number, rowHeight: number): { height: number; excess: number } {
  const whole = count * rowHeight
  const height = Math.min(whole, mostHeight)
  return { height, excess: whole - height }
}

/** The position after scrolling, in a window that shows `seen` pixels; the same object if nothing has moved. */
export function movedTo(
  before: Place,
  scrolled: number,
  { height, excess, seen }: { height: number; excess: number; seen: number },
): Place {
  if (excess === 0)
    return scrolled === before.scrolled && before.shift === 0 ? before : { scrolled, shift: 0 }
  const most = Math.max(1, height - seen)
  const isJump = Math.abs(scrolled - before.scrolled) > 2 * seen
  const share = Math.min(1, scrolled / most)
  const shift = share === 0 ? 0 : share === 1 ? excess : isJump ? Math.round(excess * share) : before.shift
  return { scrolled, shift: Math.min(shift, excess) }
}

interface Rows {
  count: number
  rowHeight: number
  seen: number
  /** How many rows are rendered beyond the edges of the window. */
  spare: number
}

/** The first rendered row, and the one after the last. */
export function rowsAt(
  { scrolled, shift }: Place,
  { count, rowHeight, seen, spare }: Rows,
): { first: number; end: number } {
  const at = scrolled + shift
  return {
    first: Math.max(0, Math.min(count, Math.floor(at / rowHeight)) - spare),
    end: Math.min(count, Math.ceil((at + seen) / rowHeight) + spare),
  }
}
