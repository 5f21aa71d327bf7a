// Writes clicks to the journal: into mapped memory, which survives if the process is killed.
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
  mostTextBytes,
  packChoice,
  packCountry,
  qrFlag,
  recordHeaderBytes,
  segmentName,
} from './format.ts'

// How long a writer waits until it tries again to create a segment on a full disk.
const retryMilliseconds = 1000

export class JournalWriter {
  /** Clicks written by this process. */
  written = 0
  private bytes = new Uint8Array(0)
  private words = new Uint32Array(0)
  private floats = new Float64Array(0)
  private offset = 0
  /** The segment that is being written; null while a writer that started on a full disk has none yet. */
  private segment: number | null = null
  private strings = new Map<string, number>()
  private readonly encoder = new TextEncoder()
  private diskFault: unknown = null
  private retryAt = 0

  /** Starts with the segment `next`, which must be higher than any that the journal ever had. */
  constructor(
    private readonly path: string,
    private next: number,
  ) {
    // On a full disk, redirects still work, and clicks are recorded as soon as there is space.
    try {
      this.open()
    } catch (error) {
      this.retryLater(error)
    }
  }

  /** Writes a click; throws if there is no disk space for another segment. */
  append(click: JournalClick): void {
    // Space for the click, three new strings and the end record.
    if (this.offset + clickBytes + 3 * (mostTextBytes + 16) + recordHeaderBytes > this.bytes.length)
      this.rotate()
    const userAgent = this.numberOf(click.userAgent)
    const referer = this.numberOf(click.referer)
    const placement = this.numberOf(click.placement ?? '')
    const word = this.offset >> 2
    this.floats[(word + clickWords.at) >> 1] = click.at
    this.floats[(word + clickWords.link) >> 1] = click.linkId
    this.words[word + clickWords.user] = click.userId
    this.words[word + clickWords.placement] = placement
    this.words[word + clickWords.visitorHigh] = click.visitorHigh
    this.words[word + clickWords.visitorLow] = click.visitorLow
    this.words[word + clickWords.userAgent] = userAgent
    this.words[word + clickWords.referer] = referer
    this.words[word + clickWords.rest] =
      (packCountry(click.country) << 16) | ((click.reason ?? 0) << 8) | (click.qr ? qrFlag : 0)
    this.words[word + clickWords.choice] = packChoice(click.rule, click.destination)
    this.finish(kinds.click, clickBytes)
    this.written++
  }

  /** Truncates the segment to what is used; nothing can be written afterwards. */
  close(): void {
    if (this.segment !== null) truncateSync(join(this.path, segmentName(this.segment)), this.offset)
  }

  private open(): void {
    this.bytes = openSegment(this.path, this.next)
    this.segment = this.next++
    this.words = new Uint32Array(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length >> 2)
    this.floats = new Float64Array(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length >> 3)
    this.offset = headerBytes
    this.strings = new Map()
  }

  private rotate(): void {
    // A spare segment means that the click worker has found space since.
    if (performance.now() < this.retryAt && !hasSpare(this.path)) throw this.diskFault
    const full = { segment: this.segment, words: this.words, offset: this.offset }
    try {
      this.open()
    } catch (error) {
      this.retryLater(error)
      throw error
    }
    if (full.segment !== null) finishRecord(full.words, full.offset, kinds.end, recordHeaderBytes)
  }

  private retryLater(error: unknown): void {
    this.diskFault = error
    this.retryAt = performance.now() + retryMilliseconds
  }

  /** The number by which click records refer to a string; writes it first if this segment doesn't have it yet. */
  private numberOf(string: string): number {
    if (string === '') return 0
    const known = this.strings.get(string)
    if (known !== undefined) return known
    const start = this.offset + recordHeaderBytes + 4
    const { written } = this.encoder.encodeInto(string, this.bytes.subarray(start, start + mostTextBytes))
    this.words[(this.offset + recordHeaderBytes) >> 2] = written
    this.finish(kinds.text, (recordHeaderBytes + 4 + written + 7) & ~7)
    const number = this.strings.size + 1
    this.strings.set(string, number)
    return number
  }

  private finish(kind: number, length: number): void {
    finishRecord(this.words, this.offset, kind, length)
    this.offset += length
  }
}

/** Writes the header last: until then, a reader or a later process sees that nothing is there. */
function finishRecord(words: Uint32Array, offset: number, kind: number, length: number): void {
  const word = offset >> 2
  words[word + 1] = checksum(words, word + 2, (offset + length) >> 2)
  words[word] = (kind << 24) | length
}
