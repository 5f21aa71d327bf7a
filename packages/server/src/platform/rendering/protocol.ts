// The messages to and from the render process, one image at a time. Large files are sent in parts first.
import type { Fault } from '@linnet/contract'

/** The modules of a QR code: a square of dark and light squares. */
export interface Modules {
  /** Row by row: 1 is dark. */
  modules: Uint8Array
  /** The modules in a row, including the quiet zone. */
  side: number
  /** Of the image, in pixels. */
  width: number
  /** The pixels of a module, and those before the first one. */
  module: number
  before: number
  /** Of the dark modules: red, green and blue, 0 to 255. */
  color: readonly [number, number, number]
}

/** A part of a file that is too large to send at once without blocking other work. */
export interface FilePart {
  kind: 'part'
  bytes: Uint8Array
}

// Ten megabytes take 10 ms of the thread that answers visitors. Parts of this size block it for the shortest time.
const partBytes = 64 * 1024

export type RenderJob =
  | { kind: 'png'; svg: string; width: number }
  | ({ kind: 'modules' } & Modules)
  /** These two apply to the file whose parts were sent before. */
  | { kind: 'shrink'; side: number }
  | { kind: 'reencode' }

export type ToRenderWorker = FilePart | RenderJob

/** An upload as it is stored. */
export interface ReencodedImage {
  format: 'webp' | 'svg'
  width: number
  height: number
  content: Uint8Array
  /** Smaller versions, the smallest first. */
  variants: { width: number; content: Uint8Array }[]
}

/** The sizes of its contents, which are sent in parts: the variants, and then the whole image. */
export type ReencodedParts = Pick<ReencodedImage, 'format' | 'width' | 'height'> & {
  bytes: number
  variants: { width: number; bytes: number }[]
}

export type Answer =
  | { kind: 'png'; png: Uint8Array }
  | ({ kind: 'reencoded' } & ReencodedParts)
  | { kind: 'unrenderable'; fault: Fault }
  /** The image needed too much memory, or was nested too deeply: this process must not render another one. */
  | { kind: 'trapped' }

/** `more`: a part was received, and the next may be sent. If it were sent earlier, it would be copied repeatedly. */
export type FromRenderWorker = { kind: 'ready' } | { kind: 'more' } | FilePart | Answer

/** A copy, because sending a view would send its whole buffer. */
export function filePart(bytes: Uint8Array): FilePart {
  return { kind: 'part', bytes: new Uint8Array(bytes) }
}

/** The parts of a file, in order. */
export function* partsOf(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < file.length; at += partBytes) yield file.subarray(at, at + partBytes)
}

/** Joins the parts, in order, to contents of the given sizes in bytes. */
export function contentsOf(parts: readonly Uint8Array[], sizes: readonly number[]): Uint8Array[] {
  let next = 0
  return sizes.map((size) => {
    const own: Uint8Array[] = []
    for (let left = size; left > 0; next++) {
      const part = parts[next]
      if (!part || part.length > left) throw new Error('the parts of a file are not of its size')
      own.push(part)
      left -= part.length
    }
    return Buffer.concat(own)
  })
}
