// The messages to and from the render process, one image at a time. Large files are sent in parts first.

/** A square of dark and light squares. */
export interface Modules {
  /** Row by row: 1 is dark. */
  modules: Uint8Array
  /** How many there are in a row, what is left light around them included. */
  side: number
  /** Of the picture, in pixels. */
  width: number
  /** The pixels of a module, and those before the first one. */
  module: number
  before: number
  /** Of the dark ones: red, green and blue, 0 to 255. */
  color: readonly [number, number, number]
}

/** A part of a file that is too large to send at once without blocking everything else. */
export interface FilePart {
  kind: 'part'
  bytes: Uint8Array
}

// Ten megabytes take 10 ms of the thread that answers visitors, in parts of this size the least at once.
const partBytes = 64 * 1024

export type Order =
  | { kind: 'png'; svg: string; width: number }
  | ({ kind: 'modules' } & Modules)
  /** These two apply to the file whose parts came before. */
  | { kind: 'shrink'; side: number }
  | { kind: 'redraw' }

export type ToDrawer = FilePart | Order

/** An upload as it is kept. */
export interface Redrawn {
  format: 'webp' | 'svg'
  width: number
  height: number
  content: Uint8Array
  /** The same, smaller, the smallest first. */
  variants: { width: number; content: Uint8Array }[]
}

/** The same, whose contents came in parts: those of the variants, and then that of the whole. */
export type RedrawnSizes = Pick<Redrawn, 'format' | 'width' | 'height'> & {
  bytes: number
  variants: { width: number; bytes: number }[]
}

export type Answer =
  | { kind: 'png'; png: Uint8Array }
  | ({ kind: 'redrawn' } & RedrawnSizes)
  | { kind: 'undrawable'; reason: string }
  /** The picture wanted more memory than there is, or was nested too deeply: nothing more is drawn by this process. */
  | { kind: 'trapped' }

/** `more`: a part was received, and the next may be sent. Anything sent earlier is copied repeatedly. */
export type FromDrawer = { kind: 'ready' } | { kind: 'more' } | FilePart | Answer

/** A copy, because sending a view sends all of the memory behind it. */
export function filePart(bytes: Uint8Array): FilePart {
  return { kind: 'part', bytes: new Uint8Array(bytes) }
}

/** The parts of a file, in order. */
export function* partsOf(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < file.length; at += partBytes) yield file.subarray(at, at + partBytes)
}

/** The contents that came in these parts, one after the other, each of so many bytes. */
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
