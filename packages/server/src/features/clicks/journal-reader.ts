// Reads a journal from a position on, through its segments, up to what has been written so far.
import { closeSync, copyFileSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { segmentsOf } from './journal-folder.ts'
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
  segmentBytes,
  segmentName,
  textBytes,
  unpackCountry,
} from './journal-format.ts'

// What is read from the file at once: some 1,200 clicks. A record is never longer than a text with its header.
const readAhead = 64 * 1024
const mostRecordBytes = textBytes + 16

export interface ReaderOptions {
  path: string
  /** The segment that this process began with: what stands before it was left by others and is closed. */
  firstLive: number
  /** Told when a part of a closed segment can't be read; a copy of the segment is kept under the name given. */
  onDamage(copy: string, offset: number): void
}

export class JournalReader {
  private readonly bytes = new Uint8Array(segmentBytes)
  private readonly words = new Uint32Array(this.bytes.buffer)
  private readonly floats = new Float64Array(this.bytes.buffer)
  private texts: string[] = []
  private loaded: number | null = null
  /** Up to where the segment has been read into memory. */
  private readTo = 0
  /** How long the segment is. */
  private size = 0
  private readonly decoder = new TextDecoder()

  constructor(
    private readonly options: ReaderOptions,
    public position: JournalPosition,
  ) {}

  /** The segment that the clicks read last came from. */
  source = 0

  /** The next clicks, at most `most`, moving the position behind them. An empty array: there are none yet. */
  read(most: number): JournalClick[] {
    const clicks: JournalClick[] = []
    while (clicks.length < most) {
      if (this.loaded !== this.position.segment && !this.load()) return clicks
      const kind = this.next(clicks)
      if (kind === 'read' || (kind === 'nothing' && this.refresh())) continue
      if (kind === 'damage') this.setAside()
      if (kind === 'end') this.enter(this.position.segment + 1)
      else if (!this.moveOn()) return clicks
      // A batch never spans two segments, which different processes may have written.
      if (clicks.length > 0) return clicks
    }
    return clicks
  }

  private next(clicks: JournalClick[]): 'read' | 'nothing' | 'end' | 'damage' {
    const { offset } = this.position
    const word = offset >> 2
    const header = offset + recordHeaderBytes <= this.readTo ? (this.words[word] as number) : 0
    if (header === 0) return 'nothing'
    const length = header & 0xffffff
    const fits = length >= recordHeaderBytes && length <= mostRecordBytes && length % 8 === 0
    if (fits && offset + length > this.readTo && this.readTo < this.size) return 'nothing'
    if (
      !fits ||
      offset + length > this.readTo ||
      checksum(this.words, word + 2, (offset + length) >> 2) !== this.words[word + 1]
    )
      return 'damage'
    const kind = header >>> 24
    if (kind === kinds.end) return 'end'
    if (kind === kinds.text) this.texts.push(this.textAt(offset))
    else if (kind === kinds.click && length === clickBytes) {
      clicks.push(this.clickAt(word))
      this.source = this.position.segment
    } else return 'damage'
    this.position = { segment: this.position.segment, offset: offset + length }
    return 'read'
  }

  private textAt(offset: number): string {
    const start = offset + recordHeaderBytes + 4
    const length = this.words[(offset + recordHeaderBytes) >> 2] as number
    return this.decoder.decode(this.bytes.subarray(start, start + length))
  }

  private clickAt(word: number): JournalClick {
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
    this.position = { segment: number, offset: headerBytes }
    this.loaded = number
    this.texts = []
    // What the buffer holds is of the segment before.
    this.readTo = 0
    // The texts before the position are needed by what follows; the clicks there are counted already.
    while (this.position.offset < offset) {
      const kind = this.next([])
      if (kind !== 'read' && !(kind === 'nothing' && this.refresh())) break
    }
    return true
  }

  /** Reads on from the position; false where nothing has been written there. */
  private refresh(): boolean {
    const file = openSync(join(this.options.path, segmentName(this.position.segment)), 'r')
    const from = this.position.offset
    this.size = Math.min(fstatSync(file).size, segmentBytes)
    const length = readSync(
      file,
      this.bytes,
      from,
      Math.max(0, Math.min(readAhead, segmentBytes - from)),
      from,
    )
    closeSync(file)
    this.readTo = from + length
    return length >= recordHeaderBytes && this.words[from >> 2] !== 0
  }

  /** Goes on with the next segment where this one is closed; false where it is still being written. */
  private moveOn(): boolean {
    const { segment } = this.position
    if (segment >= this.options.firstLive) return false
    const next = segmentsOf(this.options.path).find((number) => number > segment)
    if (next === undefined) return false
    this.enter(next)
    return true
  }

  private enter(segment: number): void {
    this.position = { segment, offset: headerBytes }
    this.loaded = null
  }

  private setAside(): void {
    const { segment, offset } = this.position
    if (segment >= this.options.firstLive) {
      this.readTo = offset
      return
    }
    const name = segmentName(segment)
    const copy = `${name}.damaged-${offset}`
    copyFileSync(join(this.options.path, name), join(this.options.path, copy))
    this.options.onDamage(copy, offset)
  }
}
