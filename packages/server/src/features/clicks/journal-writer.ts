// Writes clicks to the journal before they are answered: a copy into mapped memory, which survives a killed process.
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { openSegment } from './journal-folder.ts'
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
} from './journal-format.ts'

// After it found no room for another segment, a writer leaves the disk alone for as long.
const patienceMilliseconds = 1000

export class JournalWriter {
  /** Clicks written by this process. */
  written = 0
  private bytes!: Uint8Array<ArrayBuffer>
  private words!: Uint32Array
  private floats!: Float64Array
  private offset = 0
  private texts = new Map<string, number>()
  private readonly encoder = new TextEncoder()
  private noRoom: unknown = null
  private noRoomUntil = 0

  /** Begins with the segment `number`, which must be higher than any that the journal ever had. */
  constructor(
    private readonly path: string,
    private number: number,
  ) {
    this.open()
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
    truncateSync(join(this.path, segmentName(this.number)), this.offset)
  }

  private open(): void {
    this.bytes = openSegment(this.path, this.number)
    this.words = new Uint32Array(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length >> 2)
    this.floats = new Float64Array(this.bytes.buffer, this.bytes.byteOffset, this.bytes.length >> 3)
    this.offset = headerBytes
    this.texts = new Map()
  }

  private rotate(): void {
    if (performance.now() < this.noRoomUntil) throw this.noRoom
    const full = { words: this.words, offset: this.offset }
    this.number++
    try {
      this.open()
    } catch (error) {
      this.number--
      this.noRoom = error
      this.noRoomUntil = performance.now() + patienceMilliseconds
      throw error
    }
    finishRecord(full.words, full.offset, kinds.end, recordHeaderBytes)
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
