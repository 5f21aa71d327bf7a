// The click journal's format: how a click lies on disk, for the thread that writes it and the one that reads it.
//
// A journal is a folder of segment files of fixed size, written full of zeros beforehand and mapped into memory.
// After a header of 64 bytes a segment holds records, each a multiple of 8 bytes long:
//
//   u32 length of the record in bytes, with its kind in the highest byte; 0 where nothing has been written yet
//   u32 checksum of what follows
//   … payload
//
// A `text` record gives the next number, from 1, to a user agent or referring host, which the `click` records after
// it mention by that number: visitors share few of them, and so a click is 56 bytes. 0 means none. The numbers start
// again in each segment. An `end` record closes a segment: the next one goes on.
//
// Words are in the byte order of the machine, for journals do not travel.

export const segmentBytes = 4 * 1024 * 1024
export const headerBytes = 64
export const recordHeaderBytes = 8
export const clickBytes = 56
export const magic = 0x4c4e4a31 // "LNJ1"

export const kinds = { text: 1, click: 2, end: 3 } as const

/** At most this many bytes of a text are kept. */
export const textBytes = 512

export const qrFlag = 1

/** Word positions in a click record, counted from its start; the three numbers are 64-bit floats. */
export const clickWords = {
  at: 2,
  link: 4,
  user: 6,
  visitorHigh: 8,
  visitorLow: 9,
  userAgent: 10,
  referer: 11,
  rest: 12,
} as const

/** A checksum of words, good enough to tell a torn record from a whole one (FNV-1a over 32-bit words). */
export function checksum(words: Uint32Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ (words[index] as number), 0x01000193)
  return hash >>> 0
}

/** A two-letter country as a number of 16 bits, and back. */
export function packCountry(code: string): number {
  return (code.charCodeAt(0) << 8) | code.charCodeAt(1)
}

export function unpackCountry(packed: number): string {
  return String.fromCharCode(packed >> 8, packed & 0xff)
}

/** A click as it comes out of the journal. */
export interface JournalClick {
  /** Milliseconds since the Unix epoch. */
  at: number
  linkId: number
  userId: number
  /** The visitor's address under the day's salt: 64 bits as two words. */
  visitorHigh: number
  visitorLow: number
  country: string
  userAgent: string
  /** The referring host, or an empty text. */
  referer: string
  qr: boolean
}

/** A place in a journal: everything before it is counted. */
export interface JournalPosition {
  segment: number
  offset: number
}

/** Where a journal begins of which nothing is counted. */
export const beginning: JournalPosition = { segment: 0, offset: headerBytes }

export function segmentName(number: number): string {
  return `${String(number).padStart(10, '0')}.clicks`
}

/** The number of a segment file's name, or null for another file. */
export function segmentNumber(name: string): number | null {
  const match = /^(\d{10})\.clicks$/.exec(name)
  return match ? Number(match[1]) : null
}

export const spareName = 'spare'
