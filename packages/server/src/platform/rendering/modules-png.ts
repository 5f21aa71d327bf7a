// Writes the modules of a QR code as PNG: a hundred times cheaper than rendering SVG.
import { crc32, deflateSync } from 'node:zlib'
import type { Modules } from './protocol.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

// The filters of a row: its bytes as they are, or their differences from those above.
const [none, up] = [0, 2]

/**
 * The pixels, one bit each, as in a PNG before compression. Every module has the same whole number of pixels, because
 * scanners measure them; the remaining pixels are a white margin.
 */
function bitmapOf({ modules, side, width, module, before }: Modules): Buffer {
  // A row starts with the number of its filter.
  const rowBytes = 1 + Math.ceil(width / 8)
  const rows = Buffer.alloc(rowBytes * width, none)
  for (let y = 0; y < side; y++) {
    const first = (before + y * module) * rowBytes
    const row = rows.subarray(first + 1, first + rowBytes)
    for (let x = 0; x < side; x++) {
      if (!modules[y * side + x]) continue
      const start = x
      while (x < side && modules[y * side + x]) x++
      fill(row, before + start * module, before + x * module)
    }
    // All rows of a module are identical.
    for (let copy = 1; copy < module; copy++) rows[first + copy * rowBytes] = up
  }
  return rows
}

/** A PNG (W3C PNG, third edition) with a palette of two colours. */
export function modulesPng(picture: Modules): Uint8Array {
  const { width, color } = picture
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(width, 4)
  header.set([1, 3, 0, 0, 0], 8)
  const palette = Buffer.from([0xff, 0xff, 0xff, ...color])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(bitmapOf(picture))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Sets the bits of a row from `start` to before `end`. */
function fill(row: Buffer, start: number, end: number): void {
  const [first, last] = [start >> 3, (end - 1) >> 3]
  const [begin, finish] = [0xff >> (start & 7), 0xff & (0xff << (7 - ((end - 1) & 7)))]
  // The previous module may end in the same byte, if modules are small.
  row[first] = (row[first] as number) | (first === last ? begin & finish : begin)
  if (first === last) return
  row.fill(0xff, first + 1, last)
  row[last] = finish
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
