// Reads QR codes from pictures as a scanner would: with an independent decoder.

import { inflateSync } from 'node:zlib'
import jsQR from 'jsqr'

/** The text of the QR code in a PNG, dark on a light background; null if the decoder finds none. */
export function scanPng(png: Uint8Array): string | null {
  const { pixels, width, height } = pixelsOf(png)
  return jsQR(pixels, width, height, { inversionAttempts: 'dontInvert' })?.data ?? null
}

/** The width and height of a PNG, from its header. */
export function sizeOf(png: Uint8Array): [width: number, height: number] {
  const { width, height } = headerOf(Buffer.from(png).subarray(16))
  return [width, height]
}

const headerOf = (header: Buffer) => ({
  width: header.readUInt32BE(0),
  height: header.readUInt32BE(4),
  bits: header[8] as number,
  kind: header[9] as number,
})

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
  const { width, height, bits, kind } = headerOf(data('IHDR'))
  const channels = { 2: 3, 3: 1, 6: 4 }[kind] as number
  const rowBytes = Math.ceil((width * channels * bits) / 8)
  const rows = unfiltered(inflateSync(data('IDAT')), rowBytes, channels)
  const palette = data('PLTE')
  // An image has a million pixels; plain loops read them ten times as fast.
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += 4) {
      const from = kind === 3 ? palette : rows
      const at =
        kind === 3
          ? (((rows[y * rowBytes + (x >> 3)] as number) >> (7 - (x & 7))) & 1) * 3
          : y * rowBytes + x * channels
      pixels[to] = from[at] as number
      pixels[to + 1] = from[at + 1] as number
      pixels[to + 2] = from[at + 2] as number
    }
  return { pixels, width, height }
}

/** The rows in order, unfiltered. */
function unfiltered(data: Buffer, rowBytes: number, step: number): Uint8Array {
  const count = data.length / (rowBytes + 1)
  const rows = new Uint8Array(count * rowBytes)
  for (let y = 0; y < count; y++) {
    const filter = data[y * (rowBytes + 1)] as number
    for (let i = 0; i < rowBytes; i++) {
      const at = y * rowBytes + i
      const left = i < step ? 0 : (rows[at - step] as number)
      const up = y === 0 ? 0 : (rows[at - rowBytes] as number)
      const corner = i < step || y === 0 ? 0 : (rows[at - rowBytes - step] as number)
      rows[at] = (data[at + y + 1] as number) + guessOf(filter, left, up, corner)
    }
  }
  return rows
}

function guessOf(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  return filter === 3 ? (left + up) >> 1 : paeth(left, up, corner)
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const toLeft = Math.abs(guess - left)
  const toUp = Math.abs(guess - up)
  const toCorner = Math.abs(guess - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
