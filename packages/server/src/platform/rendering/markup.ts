// Detects SVG by content alone, in one pass over the untrusted file.
import { isUtf8 } from 'node:buffer'
import { UnrenderableImage, unknownImage } from './unrenderable-image.ts'

const mostBytes = 1024 * 1024
// A document begins within these bytes, whatever precedes its root, and a raster format never begins like one.
const sniffedBytes = 1024
const beginning = /^\s*<[?!a-z]/i
const root = /<(?:\w{1,64}:)?svg[\s>/]/i

/** The text of an SVG file; null where it is no markup at all. Throws an UnrenderableImage for any other markup. */
export function svgIn(file: Uint8Array): string | null {
  // Whitespace (a byte order mark included) and the first characters of markup are the same in every encoding but UTF-16.
  if (!beginning.test(decode(file.subarray(0, sniffedBytes)))) return null
  if (file.length > mostBytes)
    throw new UnrenderableImage('The picture is larger than 1 MiB, the limit for SVG.')
  const text = decode(file)
  if (!root.test(text)) throw new UnrenderableImage(unknownImage)
  // Unreadable text would be rendered as boxes.
  if (!isUtf8(file)) throw new UnrenderableImage('The SVG is not encoded in UTF-8. Save it in UTF-8.')
  return text
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
