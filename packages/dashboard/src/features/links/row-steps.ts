// By how many rows the keys of the list move.

const steps = new Map<string, (inWindow: number, total: number) => number>([
  ['ArrowDown', () => 1],
  ['ArrowUp', () => -1],
  ['PageDown', (inWindow) => inWindow],
  ['PageUp', (inWindow) => -inWindow],
  ['Home', (_, total) => -total],
  ['End', (_, total) => total],
])

/** By how many rows a key moves, given the number of rows in the window and in the list; undefined if it doesn't. */
export function stepOf(key: string, inWindow: number, total: number): number | undefined {
  return steps.get(key)?.(inWindow, total)
}

/** The row of the list that is nearest to a number. */
export const rowNear = (row: number, total: number): number => Math.max(0, Math.min(total - 1, row))
