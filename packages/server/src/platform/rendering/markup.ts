// Detects SVG by content alone, in one pass over the untrusted file.
import { isUtf8 } from 'node:buffer'
import { Undrawable, unknownImage } from './undrawable.ts'

const mostBytes = 1024 * 1024
// Whatever stands before the root: a document begins within this, and a raster format never begins like one.
const sniffedBytes = 1024
const beginning = /^\s*<[?!a-z]/i
const root = /<(?:\w{1,64}:)?svg[\s>/]/i

/** The text of a file that is SVG; null where it is no markup at all. Throws an Undrawable for any other markup. */
export function svgIn(file: Uint8Array): string | null {
  // White space, which a byte order mark is too, and the first signs of markup look alike in all that is not UTF-16.
  if (!beginning.test(decode(file.subarray(0, sniffedBytes)))) return null
  if (file.length > mostBytes) throw new Undrawable('The picture is larger than 1 MiB, the limit for SVG.')
  const text = decode(file)
  if (!root.test(text)) throw new Undrawable(unknownImage)
  // Unreadable text would be drawn as boxes.
  if (!isUtf8(file)) throw new Undrawable('The SVG is not encoded in UTF-8. Save it in UTF-8.')
  return text
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
