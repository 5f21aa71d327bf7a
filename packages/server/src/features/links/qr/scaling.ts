// How large the modules of a code are, so that scanners find them.
import type { Rgb } from './colors.ts'

/** The pixels of a side, of a module, and before the first module, which is in the quiet zone. */
export interface Scale {
  width: number
  module: number
  before: number
}

/** The margin that the standard (ISO/IEC 18004) requires, in modules. */
export const quietZone = 4

// ZXing's "hybrid binarizer", which nearly all scanners use, finds the threshold between dark and light for each square of
// eight by eight pixels. Next to all-white squares it takes a pale colour for white, unless the squares where dark begins
// contain some of both.
const square = 8
// It fails for colours with more than about half the brightness of white.
const pale = 120

/**
 * The largest whole number of pixels per module, so that all modules are the same, in a picture of the wanted width; wider
 * only if modules would have too few pixels. In pale colours the number is even and the first dark pixel is the last of its
 * square, so that no edge lies between two squares.
 */
export function scaleOf({ side }: { side: number }, wantedWidth: number, color: Rgb): Scale {
  const isPale = brightness(color) > pale
  const width = Math.max(wantedWidth, isPale ? 2 * side + square - 1 : side)
  const largest = Math.floor(width / side)
  if (!isPale) return { width, module: largest, before: Math.floor((width - largest * side) / 2) }
  for (let module = largest - (largest % 2); ; module -= 2) {
    const before = marginOf(width - module * side, module)
    if (before !== null) return { width, module, before }
  }
}

/** How many of the spare pixels come before the code, as near to the middle as possible; null if no number fits. */
function marginOf(spare: number, module: number): number | null {
  const margins = Array.from({ length: spare + 1 }, (_, margin) => margin)
  const fitting = margins.filter((margin) => (margin + quietZone * module) % square === square - 1)
  const off = (margin: number) => Math.abs(margin - spare / 2)
  return fitting.reduce<number | null>(
    (best, one) => (best === null || off(one) < off(best) ? one : best),
    null,
  )
}

/** How bright a colour is to scanners, 0 to 255, by whichever weighting they use (ITU-R BT.601 or BT.709). */
function brightness([red, green, blue]: Rgb): number {
  return Math.max(0.299 * red + 0.587 * green + 0.114 * blue, 0.2126 * red + 0.7152 * green + 0.0722 * blue)
}
