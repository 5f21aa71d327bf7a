// Reads QR codes from pictures as a scanner would: with a decoder that others wrote.

import { inflateSync } from 'node:zlib'
import jsQR from 'jsqr'

/** The text of the code in a PNG; null where the decoder finds none. */
export function scanPng(png: Uint8Array): string | null {
  const { pixels, width, height } = pixelsOf(png)
  return jsQR(pixels, width, height)?.data ?? null
}

interface Pixels {
  /** Red, green, blue and alpha of each. */
  pixels: Uint8ClampedArray
  width: number
  height: number
}

/** The pixels of a PNG without interlacing: of one bit and a palette, or of eight bits a channel (W3C PNG, third edition). */
export function pixelsOf(png: Uint8Array): Pixels {
  const bytes = Buffer.from(png)
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    chunks.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      data: bytes.subarray(at + 8, at + 8 + length),
    })
    at += 12 + length
  }
  const data = (type: string) =>
    Buffer.concat(chunks.filter((one) => one.type === type).map((one) => one.data))
  const header = data('IHDR')
  const [width, height, bits, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]]
  const channels = { 0: 1, 2: 3, 3: 1, 6: 4 }[kind as number] as number
  const rows = unfiltered(
    inflateSync(data('IDAT')),
    Math.ceil((width * channels * (bits as number)) / 8),
    channels,
  )
  const palette = data('PLTE')
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const row = rows[y] as Buffer
      const color =
        kind === 3
          ? palette.subarray((((row[x >> 3] as number) >> (7 - (x & 7))) & 1) * 3).subarray(0, 3)
          : row.subarray(x * channels, x * channels + 3)
      pixels.set([...color, 255], (y * width + x) * 4)
    }
  return { pixels, width, height }
}

/** The rows with their filters undone. */
function unfiltered(data: Buffer, rowBytes: number, step: number): Buffer[] {
  const rows: Buffer[] = []
  for (let at = 0; at < data.length; at += rowBytes + 1) {
    const [filter, row] = [data[at], Buffer.from(data.subarray(at + 1, at + 1 + rowBytes))]
    const above = rows.at(-1) ?? Buffer.alloc(rowBytes)
    for (let i = 0; i < rowBytes; i++) {
      const [left, up, corner] = [row[i - step] ?? 0, above[i] ?? 0, above[i - step] ?? 0]
      const near = filter === 4 ? paeth(left, up, corner) : [0, left, up, (left + up) >> 1][filter as number]
      row[i] = ((row[i] as number) + (near as number)) & 255
    }
    rows.push(row)
  }
  return rows
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(guess - one)) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
