// SVG: a document more than a picture, of which only what draws is kept.
import { isUtf8 } from 'node:buffer'
import type { Drawing } from '../../platform/drawing/index.ts'
import { Undrawable } from '../../platform/drawing/index.ts'
import { type Drawn, fault, requireSides } from './pictures.ts'

export type PlainSvg = Drawing['plainSvg']

// Whatever stands before it: a document begins with a mark, and sooner or later has its root.
const beginning = /^\uFEFF?\s*<[?!a-z]/i
const root = /<(?:\w+:)?svg[\s>/]/i

/** Whether a file that begins like this may be SVG: no raster format begins with white space or an angle bracket. */
export function isMarkup(start: Uint8Array): boolean {
  return beginning.test(Buffer.from(start).toString('utf8'))
}

/** The text of markup that is SVG; null for any other. Throws `validation_failed` where it is not in UTF-8. */
export function svgIn(file: Uint8Array): string | null {
  const text = new TextDecoder().decode(file)
  if (!root.test(text)) return null
  // What could not be read would be drawn as boxes.
  if (!isUtf8(file)) throw fault('is an SVG in another encoding than UTF-8; save it in UTF-8')
  return text
}

/** The picture as paths, gradients and filters alone. Throws `validation_failed` where it cannot be drawn. */
export async function redrawSvg(svg: string, plainSvg: PlainSvg, userId: number): Promise<Drawn> {
  const plain = await plainSvg(svg, String(userId)).catch((error) => {
    throw error instanceof Undrawable ? fault(error.message) : error
  })
  const [width, height] = [Math.round(plain.width) || 1, Math.round(plain.height) || 1]
  requireSides(width, height)
  return { format: 'svg', width, height, content: Buffer.from(plain.svg), variants: [] }
}
