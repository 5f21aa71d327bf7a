// Image files for tests, in every format that can be uploaded, with what else such files can contain.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

type Pixel = readonly [red: number, green: number, blue: number, alpha: number]
export type Paint = (x: number, y: number) => Pixel

/** Red on the left, getting darker downwards, and transparent on the right. */
export const painting =
  (width: number): Paint =>
  (x, y) => [255, y % 256, 0, Math.round(255 - (x * 255) / width)]

export function png(
  width: number,
  height: number,
  paint: Paint = painting(width),
  extra: Uint8Array = Buffer.alloc(0),
): Buffer {
  const line = 1 + width * 4
  const lines = Buffer.alloc(height * line)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines.set(paint(x, y), y * line + 1 + x * 4)
  return pngOf(width, height, deflateSync(lines), extra)
}

const pngBeginning = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

/** A PNG that claims a size, whatever it contains. */
export function pngOf(
  width: number,
  height: number,
  content: Uint8Array,
  extra: Uint8Array = Buffer.alloc(0),
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    pngBeginning,
    pngChunk('IHDR', header),
    extra,
    pngChunk('IDAT', content),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(name: string, content: Uint8Array): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(name, 'latin1'), content, Buffer.alloc(4)])
  chunk.writeUInt32BE(content.length, 0)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4)
  return chunk
}

export function bmp(width: number, height: number, paint: Paint = painting(width)): Buffer {
  const file = Buffer.alloc(54 + width * height * 4)
  file.write('BM')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(54, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(-height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(32, 28)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [red, green, blue] = paint(x, y)
      file.set([blue, green, red, 255], 54 + (y * width + x) * 4)
    }
  return file
}

export const jpeg = (width: number, height: number, paint?: Paint) =>
  new Bun.Image(png(width, height, paint)).jpeg().buffer()

export const webp = (width: number, height: number, paint?: Paint) =>
  new Bun.Image(png(width, height, paint)).webp().buffer()

/** One frame per colour, each of the whole picture; `screen` is the size that the file claims for all of them. */
export function gif(width: number, height: number, colours: number[][], screen = { width, height }): Buffer {
  const header = Buffer.from('GIF89a.......', 'latin1')
  header.writeUInt16LE(screen.width, 6)
  header.writeUInt16LE(screen.height, 8)
  header.set([0x80, 0, 0], 10)
  const frames = colours.map((colour) => {
    const place = Buffer.alloc(10)
    place[0] = 0x2c
    place.writeUInt16LE(width, 5)
    place.writeUInt16LE(height, 7)
    place[9] = 0x80
    const control = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0])
    return Buffer.concat([control, place, Buffer.from([...colour, 0, 0, 0]), oneColour(width * height)])
  })
  const palette = Buffer.from([0, 0, 0, 0, 0, 0])
  return Buffer.concat([header, palette, ...frames, Buffer.from([0x3b])])
}

/** LZW of this many zeros, in three-bit codes that never grow, because every second one resets the table. */
function oneColour(pixels: number): Buffer {
  const bits: number[] = []
  const write = (code: number) => bits.push(code & 1, (code >> 1) & 1, code >> 2)
  for (let pixel = 0; pixel < pixels; pixel++) {
    write(4)
    write(0)
  }
  write(5)
  const bytes: number[] = []
  for (let at = 0; at < bits.length; at += 8)
    bytes.push(bits.slice(at, at + 8).reduce((byte, bit, place) => byte | (bit << place), 0))
  const blocks: number[] = [2]
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255)
    blocks.push(block.length, ...block)
  }
  return Buffer.from([...blocks, 0])
}

/** An animation of such frames, each a WebP as large as the first. */
export function animatedWebp(width: number, height: number, frames: Uint8Array[]): Buffer {
  const size = Buffer.alloc(6)
  size.writeUIntLE(width - 1, 0, 3)
  size.writeUIntLE(height - 1, 3, 3)
  const chunks = frames.map((frame) =>
    riffChunk(
      'ANMF',
      Buffer.concat([Buffer.alloc(6), size, Buffer.from([100, 0, 0, 0]), frame.subarray(12)]),
    ),
  )
  const canvas = riffChunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), size]))
  const body = [Buffer.from('WEBP'), canvas, riffChunk('ANIM', Buffer.alloc(6)), ...chunks]
  return riffChunk('RIFF', Buffer.concat(body))
}

export function riffChunk(name: string, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8)
  header.write(name, 'latin1')
  header.writeUInt32LE(content.length, 4)
  return Buffer.concat([header, content, Buffer.alloc(content.length & 1)])
}

/** A JPEG with EXIF: its orientation, and where it was taken. */
export async function photograph(width: number, height: number, orientation: number): Promise<Buffer> {
  const entry = (tag: number, type: number, count: number, value: number) => {
    const field = Buffer.alloc(12)
    field.writeUInt16LE(tag, 0)
    field.writeUInt16LE(type, 2)
    field.writeUInt32LE(count, 4)
    field.writeUInt32LE(value, 8)
    return field
  }
  const words = Buffer.from('Jalan Merdeka 17, Bandung\0')
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0II*\0\b\0\0\0'),
    Buffer.from([3, 0]),
    entry(0x010e, 2, words.length, 8 + 2 + 3 * 12 + 4 + 18),
    entry(0x0112, 3, 1, orientation),
    entry(0x8825, 4, 1, 8 + 2 + 3 * 12 + 4),
    Buffer.alloc(4),
    Buffer.from([1, 0]),
    entry(1, 2, 2, 0x53),
    Buffer.alloc(4),
    words,
  ])
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), exif])
  segment.writeUInt16BE(exif.length + 2, 2)
  const plain = await jpeg(width, height)
  return Buffer.concat([plain.subarray(0, 2), segment, plain.subarray(2)])
}

/** The mean colour of a picture: red, green, blue, and alpha if it has that. */
export async function colourOf(file: Uint8Array): Promise<number[]> {
  const pixel = Buffer.from(await new Bun.Image(file).resize(1, 1, { filter: 'box' }).png().bytes())
  for (let at = 8; at < pixel.length; at += 12 + pixel.readUInt32BE(at))
    if (pixel.toString('latin1', at + 4, at + 8) === 'IDAT')
      return [...inflateSync(pixel.subarray(at + 8, at + 8 + pixel.readUInt32BE(at)))].slice(1)
  throw new Error('there is no pixel')
}
