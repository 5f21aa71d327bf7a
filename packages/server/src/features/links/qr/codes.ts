// QR codes (ISO/IEC 18004): the modules of a string, and their picture as SVG.
import encodeQR from 'qr'
import { hex, type Rgb } from './colors.ts'
import { quietZone, scaleOf } from './scaling.ts'

export interface QrCode {
  /** Modules in a row, including the quiet zone. */
  side: number
  /** Row by row: 1 is dark. */
  modules: Uint8Array
  /** The dark ones as strokes of an SVG path, one unit each. */
  path: string
}

// The logo's share of a code's side. Level H restores three tenths of the codewords; a square of this size covers at most
// a fifth.
const logoShare = 0.26
const logoMargin = 0.5

export function qrCodeOf(text: string, withLogo: boolean): QrCode {
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

/** The code as SVG on white, with a logo (a PNG in base64) in the middle if there is one. Widths are in pixels. */
export function svgOf(
  code: QrCode,
  color: Rgb,
  logo: string | null,
  wantedWidth: number = defaultWidth,
): string {
  const { width, module, before } = scaleOf(code, wantedWidth, color)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${width}v${width}H0z"/><g transform="translate(${before} ${before}) scale(${module})"><path stroke="${hex(color)}" d="${code.path}"/>${logo === null ? '' : logoOf(code.side, logo)}</g></svg>\n`
}

/** The width of pictures by default, in pixels. */
export const defaultWidth = 512

function logoOf(side: number, logo: string): string {
  const covered = Math.floor((side - 2 * quietZone) * logoShare)
  // Odd, as the side is, so that it covers whole modules.
  const patch = covered - 1 + (covered % 2)
  const [first, image] = [(side - patch) / 2, patch - 2 * logoMargin]
  const at = first + logoMargin
  return `<path fill="#fff" d="M${first} ${first}h${patch}v${patch}h-${patch}z"/><image x="${at}" y="${at}" width="${image}" height="${image}" href="data:image/png;base64,${logo}"/>`
}
