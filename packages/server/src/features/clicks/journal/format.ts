// The format of the click journal on disk, for the thread that writes it and the one that reads it.
//
// A journal is a folder of segment files of fixed size, filled with zeros in advance and mapped into memory.
// After a header of 64 bytes a segment holds records, each a multiple of 8 bytes long:
//
//   u32 length of the record in bytes, with its kind in the highest byte; 0 if nothing has been written yet
//   u32 checksum of what follows
//   … payload
//
// A `text` record gives the next number, starting with 1, to a user agent, referring host or placement, and the `click` records
// after it refer to that number: visitors share few of these strings, so a click takes only 56 bytes. 0 means none. The
// numbers start again in each segment. An `end` record closes a segment; the journal continues in the next one.
//
// The kind of a click says how it is laid out, because a journal may hold clicks of the previous version and of this one. A
// version that does not know a kind skips such clicks as damaged and keeps a copy of their segment, so it counts none of them
// wrongly.
//
// Words are in the byte order of the machine, because all machines that Bun runs on are little-endian.

export const segmentBytes = 4 * 1024 * 1024
export const headerBytes = 64
export const recordHeaderBytes = 8
export const clickBytes = 56
export const magic = 0x4c4e4a31 // "LNJ1"

export const kinds = { text: 1, oldClick: 2, end: 3, click: 4 } as const

/** At most this many bytes of a string are kept. */
export const mostTextBytes = 512

export const qrFlag = 1

/**
 * Word offsets in a click record. The time and the link are 64-bit floats; in an `oldClick`, so is the account, and it has
 * neither `placement` nor `choice`. `rest` holds the country (16 bits), the reason why the click is not a person's (8) and
 * flags (8); `choice` holds the rule that chose the destination (16) and the destination (16). 0 means none.
 */
export const clickWords = {
  at: 2,
  link: 4,
  user: 6,
  placement: 7,
  visitorHigh: 8,
  visitorLow: 9,
  userAgent: 10,
  referer: 11,
  rest: 12,
  choice: 13,
} as const

/** A checksum of words, good enough to recognize incomplete records (FNV-1a over 32-bit words). */
export function checksum(words: Uint32Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let index = from; index < to; index++) hash = Math.imul(hash ^ (words[index] as number), 0x01000193)
  return hash >>> 0
}

/** Packs a two-letter country code into 16 bits. */
export function packCountry(code: string): number {
  return (code.charCodeAt(0) << 8) | code.charCodeAt(1)
}

export function unpackCountry(packed: number): string {
  return String.fromCharCode(packed >> 8, packed & 0xff)
}

/** A rule of a link and the destination that it chose, by their numbers in the link, up to 65,535. */
export interface Choice {
  rule: number
  destination: number
}

/** Packs a choice into 32 bits; 0 means that no rule decided. */
export function packChoice(rule = 0, destination = 0): number {
  return ((rule << 16) | destination) >>> 0
}

export function unpackChoice(packed: number): Choice {
  return { rule: packed >>> 16, destination: packed & 0xffff }
}

/** A click as the journal stores it. */
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
  /** The referring host, or an empty string. */
  referer: string
  qr: boolean
  /** The rule of the link that chose the destination, by its number in the link, up to 65,535. */
  rule?: number | undefined
  /** That destination, by its number in the link, up to 65,535. */
  destination?: number | undefined
  /** Where the link was shared, according to its address; empty if it doesn't say. */
  placement?: string | undefined
  /** Why this is not the click of a person, up to 255. */
  reason?: number
}

/** A position in a journal: everything before it is counted. */
export interface JournalPosition {
  segment: number
  offset: number
}

/** The position in a journal before anything is counted. */
export const beginning: JournalPosition = { segment: 0, offset: headerBytes }

export function segmentName(number: number): string {
  return `${String(number).padStart(10, '0')}.clicks`
}

/** The number in a segment's file name; null for other files. */
export function segmentNumber(name: string): number | null {
  const match = /^(\d{10})\.clicks$/.exec(name)
  return match ? Number(match[1]) : null
}

export const spareName = 'spare'
