// Reads a journal from a position on, through its segments, up to what has been written so far.
import { closeSync, copyFileSync, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { ClickBatch } from '../counting/click-batch.ts'
import { segmentsOf } from './folder.ts'
import {
  checksum,
  clickBytes,
  clickWords,
  headerBytes,
  type JournalClick,
  type JournalPosition,
  kinds,
  qrFlag,
  recordHeaderBytes,
  segmentName,
  textBytes,
  unpackCountry,
} from './format.ts'

// What is read from the file at once: some 4,600 clicks. A record is never longer than a text with its header.
const windowBytes = 256 * 1024
const mostRecordBytes = textBytes + 16

export interface ReaderOptions {
  path: string
  /** The segment that this process began with: what stands before it was left by others and is closed. */
  firstLive: number
  /**
   * Told of a part that can't be read, with how many bytes were passed over; a copy of the segment is kept under the
   * name given, or null where that could not be written.
   */
  onDamage(copy: string | null, offset: number, bytes: number): void
}

type Found = 'record' | 'nothing' | 'damage'

export class JournalReader {
  private readonly bytes = new Uint8Array(windowBytes)
  private readonly words = new Uint32Array(this.bytes.buffer)
  private readonly floats = new Float64Array(this.bytes.buffer)
  /** Which part of the segment the window shows. */
  private from = 0
  private to = 0
  private loaded: number | null = null
  private file: number | null = null
  private texts: string[] = []
  /** Something before this place could not be read, perhaps a text: later ones can't be numbered any more. */
  private textsEnded = false
  private readonly decoder = new TextDecoder()

  constructor(
    private readonly options: ReaderOptions,
    public position: JournalPosition,
  ) {}

  /**
   * Adds the next clicks to a batch, up to the position `until` if there is one, and moves behind them. Reads the same
   * clicks again from the same position. A batch never spans what others have left and what this process writes.
   * Answers whether all there is was read; false where the batch could not take it.
   */
  read(batch: ClickBatch, until: JournalPosition | null): boolean {
    while (until === null || isBefore(this.position, until)) {
      if (this.loaded !== this.position.segment) {
        if (!this.load()) return true
        continue
      }
      const found = this.look(this.position.offset)
      if (found !== 'record') {
        if (!this.pass(found)) return true
        if (this.isBoundary(batch)) return false
        continue
      }
      const kind = this.kindAt(this.position.offset)
      if (kind === kinds.end) {
        this.enter(this.nextSegment() ?? this.position.segment + 1)
        if (this.isBoundary(batch)) return false
        continue
      }
      if (kind === kinds.click && !batch.add(this.clickAt(this.position.offset))) return false
      this.step()
    }
    return true
  }

  close(): void {
    if (this.file !== null) closeSync(this.file)
    this.file = null
    this.loaded = null
  }

  private isBoundary(batch: ClickBatch): boolean {
    return batch.size > 0 && this.position.segment === this.options.firstLive
  }

  /** What is at an offset of the segment, looking again at the file before it is taken for nothing. */
  private look(offset: number): Found {
    const found = this.judge(offset)
    if (found === 'record') return found
    this.fill(offset)
    return this.judge(offset)
  }

  private judge(offset: number): Found {
    if (offset < this.from || offset + recordHeaderBytes > this.to) return 'nothing'
    const word = (offset - this.from) >> 2
    const header = this.words[word] as number
    if (header === 0) return 'nothing'
    const length = header & 0xffffff
    if (length < recordHeaderBytes || length > mostRecordBytes || length % 8 !== 0) return 'damage'
    if (offset + length > this.to) return 'damage'
    const sum = checksum(this.words, word + 2, word + (length >> 2))
    if (sum !== this.words[word + 1]) return 'damage'
    const kind = header >>> 24
    if (kind === kinds.click) return length === clickBytes ? 'record' : 'damage'
    return kind === kinds.text || kind === kinds.end ? 'record' : 'damage'
  }

  private kindAt(offset: number): number {
    return (this.words[(offset - this.from) >> 2] as number) >>> 24
  }

  /** Moves behind the record of the position, remembering it if it is a text. */
  private step(): void {
    const { segment, offset } = this.position
    const header = this.words[(offset - this.from) >> 2] as number
    if (header >>> 24 === kinds.text && !this.textsEnded) this.texts.push(this.textAt(offset))
    this.position = { segment, offset: offset + (header & 0xffffff) }
  }

  private textAt(offset: number): string {
    const start = offset - this.from + recordHeaderBytes + 4
    const length = this.words[(offset - this.from + recordHeaderBytes) >> 2] as number
    return this.decoder.decode(this.bytes.subarray(start, start + length))
  }

  private clickAt(offset: number): JournalClick {
    const word = (offset - this.from) >> 2
    const rest = this.words[word + clickWords.rest] as number
    return {
      at: this.floats[(word + clickWords.at) >> 1] as number,
      linkId: this.floats[(word + clickWords.link) >> 1] as number,
      userId: this.floats[(word + clickWords.user) >> 1] as number,
      visitorHigh: this.words[word + clickWords.visitorHigh] as number,
      visitorLow: this.words[word + clickWords.visitorLow] as number,
      userAgent: this.texts[(this.words[word + clickWords.userAgent] as number) - 1] ?? '',
      referer: this.texts[(this.words[word + clickWords.referer] as number) - 1] ?? '',
      country: unpackCountry(rest >>> 16),
      qr: (rest & qrFlag) !== 0,
    }
  }

  /** Loads the segment of the position, or the next one that there is; false where there is none. */
  private load(): boolean {
    const number = segmentsOf(this.options.path).find((segment) => segment >= this.position.segment)
    if (number === undefined) return false
    const offset = number === this.position.segment ? this.position.offset : headerBytes
    this.close()
    this.file = openSync(join(this.options.path, segmentName(number)), 'r')
    this.loaded = number
    this.position = { segment: number, offset: headerBytes }
    this.texts = []
    this.textsEnded = false
    this.to = 0
    // The texts before the position are needed by what follows; the clicks there are counted already.
    while (this.position.offset < offset) {
      if (this.look(this.position.offset) === 'record') this.step()
      else {
        this.textsEnded = true
        this.position = { segment: number, offset: this.nextRecord() ?? offset }
      }
    }
    return true
  }

  /** Shows the part of the segment from an offset on, as it is now. */
  private fill(offset: number): void {
    this.from = offset
    this.to = offset + readSync(this.file as number, this.bytes, 0, windowBytes, offset)
  }

  /**
   * Goes on behind what is no record: in the next segment where this one is closed, or behind a part that can't be
   * read. False where nothing more has been written yet.
   */
  private pass(found: Found): boolean {
    const { segment, offset } = this.position
    const next = this.nextSegment()
    const isClosed = segment < this.options.firstLive || next !== undefined
    if (!isClosed && found === 'nothing') return false
    const resumed = this.nextRecord()
    if (resumed === null && !isClosed) return false
    // It was looked at before the writer went on, and perhaps before all of it was there.
    if (this.look(offset) === 'record') return true
    if (resumed !== null || found === 'damage') this.setAside(offset, resumed)
    if (resumed === null) this.enter(next ?? segment + 1)
    else {
      this.textsEnded = true
      this.position = { segment, offset: resumed }
    }
    return true
  }

  /** Where the next record after the position is that can be read; null where there is none in this segment. */
  private nextRecord(): number | null {
    for (let offset = this.position.offset + 8; ; offset += 8) {
      if (offset + mostRecordBytes > this.to) this.fill(offset)
      if (offset + recordHeaderBytes > this.to) return null
      if (this.judge(offset) === 'record') return offset
    }
  }

  private nextSegment(): number | undefined {
    return segmentsOf(this.options.path).find((number) => number > this.position.segment)
  }

  private enter(segment: number): void {
    this.position = { segment, offset: headerBytes }
  }

  private setAside(offset: number, resumed: number | null): void {
    const name = segmentName(this.position.segment)
    const copy = `${name}.damaged`
    const bytes = (resumed ?? this.to) - offset
    try {
      if (!existsSync(join(this.options.path, copy)))
        copyFileSync(join(this.options.path, name), join(this.options.path, copy))
      this.options.onDamage(copy, offset, bytes)
    } catch {
      this.options.onDamage(null, offset, bytes)
    }
  }
}

/** Whether one place of a journal comes before another. */
export function isBefore(a: JournalPosition, b: JournalPosition): boolean {
  return a.segment < b.segment || (a.segment === b.segment && a.offset < b.offset)
}
