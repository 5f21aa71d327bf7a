// QR codes (ISO/IEC 18004): the modules of a text, and their picture as SVG.
import encodeQR from 'qr'
import { hex, type Rgb } from './colors.ts'

export interface Code {
  /** Modules in a row, with the quiet zone. */
  side: number
  /** Row by row: 1 is dark. */
  modules: Uint8Array
  /** The dark ones as strokes of an SVG path, one unit each. */
  path: string
}

/** How large a code is drawn: pixels in square, pixels for a module, and pixels before the first. */
export interface Scale {
  width: number
  module: number
  before: number
}

// What the standard asks for around a code.
const quietZone = 4
// Of a code's side. Level H restores three tenths of the code words; a square of this size covers a fifth of them at most.
const logoShare = 0.26
const logoMargin = 0.5

export function codeOf(text: string, withLogo: boolean): Code {
  const rows = encodeQR(text, 'raw', { ecc: withLogo ? 'high' : 'medium', border: quietZone })
  const side = rows.length
  const modules = new Uint8Array(side * side)
  let path = ''
  for (const [y, row] of rows.entries())
    for (let x = 0; x < side; x++) {
      if (!row[x]) continue
      const first = x
      while (row[x]) modules[y * side + x++] = 1
      path += `M${first} ${y}.5h${x - first}`
    }
  return { side, modules, path }
}

/**
 * The code as SVG, on white, with a logo (a PNG in base64) in the middle where there is one: in modules, or where a scale
 * is given, in its pixels.
 */
export function svgOf({ side, path }: Code, color: Rgb, logo: string | null, scale?: Scale): string {
  const { width, module, before } = scale ?? { width: side, module: 1, before: 0 }
  const place = scale ? ` transform="translate(${before} ${before}) scale(${module})"` : ''
  const drawnWidth = scale ? width : defaultWidth
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${drawnWidth}" height="${drawnWidth}" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${width}v${width}H0z"/><g${place}><path stroke="${hex(color)}" d="${path}"/>${logo === null ? '' : logoOf(side, logo)}</g></svg>\n`
}

/** The width of pictures that nobody asks another one of, in pixels. */
export const defaultWidth = 512

/** The largest whole number of pixels a module, so that all are the same; a picture is never too small for one each. */
export function scaleOf({ side }: Code, wanted: number): Scale {
  const width = Math.max(wanted, side)
  const module = Math.floor(width / side)
  return { width, module, before: Math.floor((width - module * side) / 2) }
}

function logoOf(side: number, logo: string): string {
  const covered = Math.floor((side - 2 * quietZone) * logoShare)
  // Odd like the side, so that it covers whole modules.
  const patch = covered - 1 + (covered % 2)
  const [first, image] = [(side - patch) / 2, patch - 2 * logoMargin]
  const at = first + logoMargin
  return `<path fill="#fff" d="M${first} ${first}h${patch}v${patch}h-${patch}z"/><image x="${at}" y="${at}" width="${image}" height="${image}" href="data:image/png;base64,${logo}"/>`
}
