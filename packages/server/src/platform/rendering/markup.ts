// Detects SVG by content alone, in one pass over the untrusted file.
import { isUtf8 } from 'node:buffer'
import { UnrenderableImage } from './unrenderable-image.ts'

const mostBytes = 1024 * 1024
// A document starts within these bytes, whatever precedes its root, and no raster format starts like one.
const sniffedBytes = 1024
const beginning = /^\s*<[?!a-z]/i
const root = /<(?:\w{1,64}:)?svg[\s>/]/i

/** The text of an SVG file; null if it isn't markup. Throws an UnrenderableImage for any other markup. */
export function svgIn(file: Uint8Array): string | null {
  // Whitespace (a byte order mark included) and the first characters of markup are the same in every encoding but UTF-16.
  if (!beginning.test(decode(file.subarray(0, sniffedBytes)))) return null
  if (file.length > mostBytes) throw new UnrenderableImage({ code: 'svg_too_large' })
  const text = decode(file)
  if (!root.test(text)) throw new UnrenderableImage({ code: 'unknown_image' })
  // Unreadable text would be rendered as boxes.
  if (!isUtf8(file)) throw new UnrenderableImage({ code: 'svg_not_utf8' })
  return text
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
