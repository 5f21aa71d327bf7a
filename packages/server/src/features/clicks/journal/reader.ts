// Reads a journal from a position on, segment by segment, up to what has been written so far.
import { closeSync, copyFileSync, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { BatchNumbers, ClickBatch, NumberedClick } from '../counting/click-batch.ts'
import { segmentsOf } from './folder.ts'
import {
  checksum,
  clickBytes,
  clickWords,
  headerBytes,
  type JournalPosition,
  kinds,
  mostTextBytes,
  qrFlag,
  recordHeaderBytes,
  segmentName,
} from './format.ts'

// How much is read from the file at once: some 4,700 clicks.
const windowBytes = 256 * 1024
// No record is longer than a string with its header.
const mostRecordBytes = mostTextBytes + 16

export interface ReaderOptions {
  path: string
  /** The first segment of this process: those before it were left by other processes and are closed. */
  firstLive: number
  /**
   * Called for a part that can't be read, with the number of bytes that are skipped. `copy` is the file name of a copy of
   * the segment, or null if that could not be written.
   */
  onDamage(copy: string | null, offset: number, bytes: number): void
}

type Content = 'record' | 'nothing' | 'damage'

export class JournalReader {
  private readonly bytes = new Uint8Array(windowBytes)
  private readonly words = new Uint32Array(this.bytes.buffer)
  private readonly floats = new Float64Array(this.bytes.buffer)
  /** Which part of the segment the window holds. */
  private from = 0
  private to = 0
  private loaded: number | null = null
  private file: number | null = null
  private segment: number
  private offset: number
  private strings: string[] = []
  /** Whether part of this segment was unreadable, perhaps a string: later strings can't be numbered then. */
  private hasMissingStrings = false
  private readonly decoder = new TextDecoder()
  /** The batch's numbers for the strings of this segment, so that a click needs no lookup by string. */
  private numbers: BatchNumbers | null = null
  private agents: number[] = []
  private sites: number[] = []
  private placements: number[] = []
  /** The same object for each click, because there are so many of them. */
  private readonly click: NumberedClick = {
    at: 0,
    linkId: 0,
    userId: 0,
    visitorHigh: 0,
    visitorLow: 0,
    agent: 0,
    site: 0,
    country: 0,
    qr: false,
    choice: 0,
    placement: 0,
  }

  constructor(
    private readonly options: ReaderOptions,
    { segment, offset }: JournalPosition,
  ) {
    this.segment = segment
    this.offset = offset
  }

  /** Everything before it has been read. */
  get position(): JournalPosition {
    return { segment: this.segment, offset: this.offset }
  }

  /**
   * Adds the next clicks to a batch, up to the position `until` if there is one, and moves past them. From the same
   * position it reads the same clicks again. A batch never mixes clicks of other processes with those of this one.
   * Returns whether everything was read; false if the batch is full.
   */
  read(batch: ClickBatch, until: JournalPosition | null): boolean {
    if (this.numbers !== batch.numbers) this.forgetNumbers(batch.numbers)
    while (until === null || this.isBefore(until)) {
      if (this.loaded !== this.segment) {
        if (!this.load()) return true
        continue
      }
      const content = this.inspect(this.offset)
      if (content !== 'record') {
        if (!this.skip(content)) return true
        if (this.isBoundary(batch)) return false
        continue
      }
      const kind = this.kindAt(this.offset)
      if (kind === kinds.end) {
        this.moveTo(this.nextSegment() ?? this.segment + 1)
        if (this.isBoundary(batch)) return false
        continue
      }
      if (kind !== kinds.text && !this.addClick(batch, batch.numbers)) return false
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
    return batch.size > 0 && this.segment === this.options.firstLive
  }

  /** What is at an offset of the segment; if that is not a record, the file is read again first. */
  private inspect(offset: number): Content {
    const content = this.contentAt(offset)
    if (content === 'record') return content
    this.fill(offset)
    return this.contentAt(offset)
  }

  private contentAt(offset: number): Content {
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
    if (kind === kinds.click || kind === kinds.oldClick) return length === clickBytes ? 'record' : 'damage'
    return kind === kinds.text || kind === kinds.end ? 'record' : 'damage'
  }

  private kindAt(offset: number): number {
    return (this.words[(offset - this.from) >> 2] as number) >>> 24
  }

  /** Moves past the record at the position, and remembers it if it is a string. */
  private step(): void {
    const header = this.words[(this.offset - this.from) >> 2] as number
    if (header >>> 24 === kinds.text && !this.hasMissingStrings) this.strings.push(this.stringAt(this.offset))
    this.offset += header & 0xffffff
  }

  private stringAt(offset: number): string {
    const start = offset - this.from + recordHeaderBytes + 4
    const length = this.words[(offset - this.from + recordHeaderBytes) >> 2] as number
    return this.decoder.decode(this.bytes.subarray(start, start + length))
  }

  /** Adds the click at the position; false if the batch does not take it. */
  private addClick(batch: ClickBatch, numbers: BatchNumbers): boolean {
    const { words, floats, click } = this
    const word = (this.offset - this.from) >> 2
    const at = floats[(word + clickWords.at) >> 1] as number
    if (!batch.takes(at)) return false
    const isOld = (words[word] as number) >>> 24 === kinds.oldClick
    const rest = words[word + clickWords.rest] as number
    click.at = at
    click.linkId = floats[(word + clickWords.link) >> 1] as number
    click.userId = (isOld ? floats[(word + clickWords.user) >> 1] : words[word + clickWords.user]) as number
    click.visitorHigh = words[word + clickWords.visitorHigh] as number
    click.visitorLow = words[word + clickWords.visitorLow] as number
    const userAgent = words[word + clickWords.userAgent] as number
    const referer = words[word + clickWords.referer] as number
    click.agent = this.agents[userAgent] ??= numbers.agent(this.strings[userAgent - 1] ?? '')
    click.site = this.sites[referer] ??= numbers.site(this.strings[referer - 1] ?? '')
    click.country = numbers.country(rest >>> 16)
    click.qr = (rest & qrFlag) !== 0
    click.choice = isOld ? 0 : (words[word + clickWords.choice] as number)
    click.placement = isOld ? 0 : this.placementOf(words[word + clickWords.placement] as number, numbers)
    batch.add(click)
    return true
  }

  /** The batch's number for a placement; most clicks have none. */
  private placementOf(string: number, numbers: BatchNumbers): number {
    if (string === 0) return 0
    this.placements[string] ??= numbers.placement(this.strings[string - 1] ?? '')
    return this.placements[string]
  }

  private forgetNumbers(numbers: BatchNumbers | null): void {
    this.numbers = numbers
    this.agents = []
    this.sites = []
    this.placements = []
  }

  /** Loads the segment of the position, or the next one that exists; false if there is none. */
  private load(): boolean {
    const number = segmentsOf(this.options.path).find((segment) => segment >= this.segment)
    if (number === undefined) return false
    const offset = number === this.segment ? this.offset : headerBytes
    this.close()
    this.file = openSync(join(this.options.path, segmentName(number)), 'r')
    this.loaded = number
    this.moveTo(number)
    this.strings = []
    this.forgetNumbers(this.numbers)
    this.hasMissingStrings = false
    this.to = 0
    // The strings before the position are needed for the clicks after it; the clicks there are counted already.
    while (this.offset < offset) {
      if (this.inspect(this.offset) === 'record') this.step()
      else {
        this.hasMissingStrings = true
        this.offset = this.nextRecord() ?? offset
      }
    }
    return true
  }

  /** Reads the part of the segment from an offset on, as it is now. */
  private fill(offset: number): void {
    this.from = offset
    this.to = offset + readSync(this.file as number, this.bytes, 0, windowBytes, offset)
  }

  /**
   * Skips what is not a record: to the next segment if this one is closed, or past a part that can't be read. False if
   * nothing more has been written yet.
   */
  private skip(content: Content): boolean {
    const { segment, offset } = this
    const next = this.nextSegment()
    const isClosed = segment < this.options.firstLive || next !== undefined
    if (!isClosed && content === 'nothing') return false
    const resumed = this.nextRecord()
    if (resumed === null && !isClosed) return false
    // The writer may have continued since, and perhaps completed a record that was incomplete.
    if (this.inspect(offset) === 'record') return true
    if (resumed !== null || content === 'damage') this.keepCopy(offset, resumed)
    if (resumed === null) this.moveTo(next ?? segment + 1)
    else {
      this.hasMissingStrings = true
      this.offset = resumed
    }
    return true
  }

  /** The offset of the next readable record after the position; null if this segment has none. */
  private nextRecord(): number | null {
    for (let offset = this.offset + 8; ; offset += 8) {
      if (offset + mostRecordBytes > this.to) this.fill(offset)
      if (offset + recordHeaderBytes > this.to) return null
      if (this.contentAt(offset) === 'record') return offset
    }
  }

  private nextSegment(): number | undefined {
    return segmentsOf(this.options.path).find((number) => number > this.segment)
  }

  private moveTo(segment: number): void {
    this.segment = segment
    this.offset = headerBytes
  }

  private isBefore(other: JournalPosition): boolean {
    return this.segment < other.segment || (this.segment === other.segment && this.offset < other.offset)
  }

  private keepCopy(offset: number, resumed: number | null): void {
    const name = segmentName(this.segment)
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

/** Whether one position in a journal comes before another. */
export function isBefore(a: JournalPosition, b: JournalPosition): boolean {
  return a.segment < b.segment || (a.segment === b.segment && a.offset < b.offset)
}
