// How large the modules of a code are drawn, so that scanners find them.
import type { Rgb } from './colors.ts'

/** Pixels in square, pixels for a module, and pixels before the first, which is of the quiet zone. */
export interface Scale {
  width: number
  module: number
  before: number
}

/** What the standard (ISO/IEC 18004) asks for around a code, in modules. */
export const quietZone = 4

// ZXing's "hybrid binarizer", which nearly all scanners have in common, takes the shade between dark and light from each
// square of eight pixels by eight. Squares that are all white make it take a pale colour for white, unless there is some of
// both in the squares where dark begins.
const square = 8
// Half of the light of white: at that it doubts.
const pale = 120

/**
 * The largest whole number of pixels a module, so that all are the same, in a picture so wide; wider only where they would
 * have too few. In pale colours that number is even, and the first dark pixel the last of its square: no edge is then
 * between two squares.
 */
export function scaleOf({ side }: { side: number }, wanted: number, color: Rgb): Scale {
  const isPale = brightness(color) > pale
  const width = Math.max(wanted, isPale ? 2 * side + square - 1 : side)
  const largest = Math.floor(width / side)
  if (!isPale) return { width, module: largest, before: Math.floor((width - largest * side) / 2) }
  for (let module = largest - (largest % 2); ; module -= 2) {
    const before = placeOf(width - module * side, module)
    if (before !== null) return { width, module, before }
  }
}

/** Where a code begins, of the pixels that it leaves: as near to the middle as it may. */
function placeOf(left: number, module: number): number | null {
  const places = Array.from({ length: left + 1 }, (_, place) => place)
  const fitting = places.filter((place) => (place + quietZone * module) % square === square - 1)
  const off = (place: number) => Math.abs(place - left / 2)
  return fitting.reduce<number | null>(
    (best, one) => (best === null || off(one) < off(best) ? one : best),
    null,
  )
}

/** How bright scanners take a colour to be, 0 to 255: by one of two ways of weighing (ITU-R BT.601 and BT.709). */
function brightness([red, green, blue]: Rgb): number {
  return Math.max(0.299 * red + 0.587 * green + 0.114 * blue, 0.2126 * red + 0.7152 * green + 0.0722 * blue)
}
