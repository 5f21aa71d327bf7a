// Writes a PNG of black and white squares, such as a QR code: a hundred times cheaper than drawing it from SVG.
import { crc32, deflateSync } from 'node:zlib'
import type { Modules } from './protocol.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * A PNG (W3C PNG, third edition) with one bit a pixel and a palette of two colours, `width` pixels in square. Every module
 * has the same whole number of pixels, for a scanner measures them; what is left over is white around them.
 */
export function modulesPng({ modules, side, width, module, before, color }: Modules): Uint8Array {
  // A row begins with the number of its filter, which is none.
  const rowBytes = 1 + Math.ceil(width / 8)
  const rows = Buffer.alloc(rowBytes * width)
  for (let y = 0; y < side; y++) {
    const first = (before + y * module) * rowBytes
    for (let x = 0; x < side; x++) if (modules[y * side + x]) fill(rows, first, before + x * module, module)
    for (let copy = 1; copy < module; copy++)
      rows.copy(rows, first + copy * rowBytes, first, first + rowBytes)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(width, 4)
  header.set([1, 3, 0, 0, 0], 8)
  const palette = Buffer.from([0xff, 0xff, 0xff, ...color])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Sets some pixels of the row that begins at `row`, behind the number of its filter. */
function fill(rows: Buffer, row: number, from: number, count: number): void {
  for (let x = from; x < from + count; x++) {
    const at = row + 1 + (x >> 3)
    rows[at] = (rows[at] as number) | (0x80 >> (x & 7))
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
