// Writes clicks to the journal before they are answered: a copy into mapped memory, which survives a killed process.
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { hasSpare, openSegment } from './folder.ts'
import {
  checksum,
  clickBytes,
  clickWords,
  headerBytes,
  type JournalClick,
  kinds,
  packCountry,
  qrFlag,
  recordHeaderBytes,
  segmentName,
  textBytes,
} from './format.ts'

// After it found no room for another segment, a writer leaves the disk alone for as long.
const patienceMilliseconds = 1000

export class JournalWriter {
  /** Clicks written by this process. */
  written = 0
  private bytes = new Uint8Array(0)
  private words = new Uint32Array(0)
  private floats = new Float64Array(0)
  private offset = 0
  /** The segment that is being written; null while a writer that began on a full disk has none yet. */
  private segment: number | null = null
  private texts = new Map<string, number>()
  private readonly encoder = new TextEncoder()
  private noRoom: unknown = null
  private noRoomUntil = 0

  /** Begins with the segment `next`, which must be higher than any that the journal ever had. */
  constructor(
    private readonly path: string,
    private next: number,
  ) {
    // Without room for it the redirects begin all the same, and the clicks are kept as soon as there is some.
    try {
      this.open()
    } catch (error) {
      this.leaveDiskAlone(error)
    }
  }

  /** Keeps a click; throws when there is no room on the disk for another segment. */
  append(click: JournalClick): void {
    // Room for the click, two new texts and the end record.
    if (this.offset + clickBytes + 2 * (textBytes + 16) + recordHeaderBytes > this.bytes.length) this.rotate()
    const userAgent = this.textNumber(click.userAgent)
    const referer = this.textNumber(click.referer)
    const word = this.offset >> 2
    this.floats[(word + clickWords.at) >> 1] = click.at
    this.floats[(word + clickWords.link) >> 1] = click.linkId
    this.floats[(word + clickWords.user) >> 1] = click.userId
    this.words[word + clickWords.visitorHigh] = click.visitorHigh
    this.words[word + clickWords.visitorLow] = click.visitorLow
    this.words[word + clickWords.userAgent] = userAgent
    this.words[word + clickWords.referer] = referer
    this.words[word + clickWords.rest] = (packCountry(click.country) << 16) | (click.qr ? qrFlag : 0)
    this.finish(kinds.click, clickBytes)
    this.written++
  }

  /** Gives the unused rest of the segment back to the disk; nothing can be written any more. */
  close(): void {
    if (this.segment !== null) truncateSync(join(this.path, segmentName(this.segment)), this.offset)
  }

  private open(): void {
    this.bytes = openSegment(this.path, this.next)
    this.segment = this.next++
    this.words = new Uint32Array(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length >> 2)
    this.floats = new Float64Array(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length >> 3)
    this.offset = headerBytes
    this.texts = new Map()
  }

  private rotate(): void {
    // A spare segment means that the drain has found room since.
    if (performance.now() < this.noRoomUntil && !hasSpare(this.path)) throw this.noRoom
    const full = { segment: this.segment, words: this.words, offset: this.offset }
    try {
      this.open()
    } catch (error) {
      this.leaveDiskAlone(error)
      throw error
    }
    if (full.segment !== null) finishRecord(full.words, full.offset, kinds.end, recordHeaderBytes)
  }

  private leaveDiskAlone(error: unknown): void {
    this.noRoom = error
    this.noRoomUntil = performance.now() + patienceMilliseconds
  }

  /** The number by which records mention a text, writing it first if this segment has not had it yet. */
  private textNumber(text: string): number {
    if (text === '') return 0
    const known = this.texts.get(text)
    if (known !== undefined) return known
    const start = this.offset + recordHeaderBytes + 4
    const { written } = this.encoder.encodeInto(text, this.bytes.subarray(start, start + textBytes))
    this.words[(this.offset + recordHeaderBytes) >> 2] = written
    this.finish(kinds.text, (recordHeaderBytes + 4 + written + 7) & ~7)
    const number = this.texts.size + 1
    this.texts.set(text, number)
    return number
  }

  private finish(kind: number, length: number): void {
    finishRecord(this.words, this.offset, kind, length)
    this.offset += length
  }
}

/** Writes the header last: until then a reader, or a later process, sees that nothing is there. */
function finishRecord(words: Uint32Array, offset: number, kind: number, length: number): void {
  const word = offset >> 2
  words[word + 1] = checksum(words, word + 2, (offset + length) >> 2)
  words[word] = (kind << 24) | length
}
