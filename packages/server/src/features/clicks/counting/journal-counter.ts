// Moves clicks from a journal into the database: read in large batches, told and counted in short transactions.

import type { Log } from '../../../platform/observability/log.ts'
import { utcDay } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { ClickEvents } from '../../events/index.ts'
import { blocksOf } from '../click-blocks.ts'
import { prepareSpare, removeSegment, segmentsOf } from '../journal/folder.ts'
import { beginning, headerBytes, type JournalPosition } from '../journal/format.ts'
import { isBefore, JournalReader } from '../journal/reader.ts'
import { AlreadyCountedError, type ClickStore, type Part, type Progress } from '../store.ts'
import { BatchSize } from './transaction-size.ts'
import type { ClickBatch } from './click-batch.ts'
import { EventSelection } from './event-selection.ts'
import { type BatchSums, Tally } from './tally.ts'

// More than two whole segments: some 150,000 clicks.
const largeBacklogSegments = 3
const dayMilliseconds = 86_400_000

export interface CountedJournal {
  path: string
  id: string
  /** The first segment that this process writes; older ones were left by others. */
  firstLive: number
}

/** What came of a step. */
export interface Step {
  /** How many clicks were of the batch that it has finished; 0 in the middle of one. */
  counted: number
  /** Whether this process has written those. */
  isOwn: boolean
  /** Whether there is more: what is written while a batch is counted can wait for the next one. */
  more: boolean
}

const unfinished: Step = { counted: 0, isOwn: false, more: true }

/** A batch that has been read and is being written: told click by click, then counted link by link. */
interface Work {
  telling: EventSelection | null
  /** Made when everything is told. */
  tally: Tally | null
  end: JournalPosition
  nextLink: number
  clicks: number
  /** Whether this process has written them. */
  isOwn: boolean
  /** Nothing was written behind it when it was read. */
  isLast: boolean
}

/**
 * Drains one journal. A batch is large, so that many clicks share a row that has to be written; and as a large
 * transaction would keep others waiting, it is written in parts. The database remembers where the batch ends, which
 * clicks of it are told and which links are counted, so that whoever reads the same clicks again goes on where the last
 * part ended.
 */
export class JournalCounter {
  private reader: JournalReader | null = null
  private counted: JournalPosition = beginning
  /** What the database says of it. */
  private progress: Progress | null = null
  private work: Work | null = null
  /** In clicks that are told. */
  private readonly pieceSize = new BatchSize(50, 1000)
  /** In links that are counted. */
  private readonly partSize = new BatchSize(50, 5000)
  private hasRoom = true
  /** Whether somebody listened to clicks of the last batch. */
  isHeard = false

  /** Drains that share a batch run one after the other: it is theirs until a step fails or says that there is no more. */
  constructor(
    private readonly store: ClickStore,
    private readonly journal: CountedJournal,
    private readonly batch: ClickBatch,
    private readonly events: ClickEvents,
    private readonly keepClicks: boolean,
    private readonly log: Log,
  ) {}

  /**
   * Tells or counts the next part.
   * When the database or the disk fails, nothing has moved and the same part comes next time.
   */
  async step(): Promise<Step> {
    try {
      this.reader ??= await this.open()
      this.work ??= await this.begin(this.reader, null)
      if (!this.work) return await this.skip(this.reader)
      return this.work.telling ? await this.tell(this.work, this.work.telling) : await this.count(this.work)
    } catch (error) {
      // Begin again from what the database says, with a reader that knows the texts before it.
      this.reader?.close()
      this.reader = null
      this.work = null
      if (error instanceof AlreadyCountedError) return unfinished
      throw error
    }
  }

  /** Where the journal is counted, and what is being written. */
  private async open(): Promise<JournalReader> {
    const progress = await this.store.progress(this.journal.id)
    this.progress = progress
    this.counted = progress?.position ?? beginning
    const { path, firstLive } = this.journal
    const onDamage = (copy: string | null, offset: number, bytes: number) =>
      this.log.error(
        'a part of the click journal is damaged and was set aside',
        new Error(copy ?? 'a copy of the segment could not be written'),
        { offset, bytes },
      )
    const reader = new JournalReader({ path, firstLive, onDamage }, this.counted)
    if (progress?.batch) {
      this.work = await this.begin(reader, progress.batch)
      if (this.work) this.work.nextLink = progress.batch.nextLink
    }
    return reader
  }

  /** Reads a batch, up to where it ended if it has `begun` before; null where there is nothing. */
  private async begin(reader: JournalReader, begun: Progress['batch']): Promise<Work | null> {
    const end = begun?.end ?? null
    this.batch.clear(end !== null)
    const isWhole = reader.read(this.batch, end)
    // Its links before `nextLink` are counted up to that end: a shorter batch would count what is behind it again.
    if (end !== null && !isWhole && isBefore(reader.position, end))
      throw new Error('a batch of the click journal cannot be read again as it was')
    const clicks = this.batch.size
    if (clicks === 0) return null
    const { position } = reader
    const isOwn = isBefore({ segment: this.journal.firstLive, offset: headerBytes }, position)
    const telling = await this.telling(begun ? begun.nextEvent : 0)
    this.isHeard = telling !== null
    return {
      telling,
      tally: null,
      end: position,
      nextLink: 0,
      clicks,
      isOwn,
      isLast: isWhole && end === null,
    }
  }

  /**
   * Who listens is asked after the clicks were read: so an endpoint is told of every click that came after it. From
   * `first` on, or of nothing where that is null.
   */
  private async telling(first: number | null): Promise<EventSelection | null> {
    if (first === null) return null
    const telling = new EventSelection(this.batch, await this.events.accounts(), first)
    return telling.next === null ? null : telling
  }

  private async tell(work: Work, telling: EventSelection): Promise<Step> {
    const clicks = telling.take(this.pieceSize.size)
    const batch = { end: work.end, nextEvent: telling.next, nextLink: work.nextLink }
    await this.write(this.pieceSize, { position: this.counted, batch }, (tx) => this.events.add(tx, clicks))
    if (telling.next === null) work.telling = null
    return unfinished
  }

  private async count(work: Work): Promise<Step> {
    const { end, nextLink, clicks, isOwn } = work
    const { size } = this.partSize
    work.tally ??= await this.tally(!isOwn)
    const sums = work.tally.part(nextLink, size)
    const last = sums.links.length < size ? null : (sums.links.at(-1)?.linkId ?? null)
    const progress: Progress =
      last === null
        ? { position: end, batch: null }
        : { position: this.counted, batch: { end, nextEvent: null, nextLink: last + 1 } }
    const part = this.partOf(sums)
    await this.write(this.partSize, progress, (tx) => this.store.count(tx, part))
    if (last !== null) {
      work.nextLink = last + 1
      return unfinished
    }
    this.work = null
    this.moveTo(end)
    return { counted: clicks, isOwn, more: !work.isLast }
  }

  /** Nothing to count: but a segment that is read to its end is done with. */
  private async skip({ position }: JournalReader): Promise<Step> {
    if (position.segment !== this.counted.segment) {
      await this.advance({ position, batch: null }, async () => {})
      this.moveTo(position)
    }
    return { ...unfinished, more: false }
  }

  /** Writes a part and learns how large the next one may be. */
  private async write(size: BatchSize, progress: Progress, work: (tx: Tx) => Promise<void>): Promise<void> {
    const start = performance.now()
    await this.advance(progress, work)
    size.adapt(performance.now() - start)
  }

  private async advance(progress: Progress, work: (tx: Tx) => Promise<void>): Promise<void> {
    await this.store.advance(this.journal.id, this.progress, progress, work)
    this.progress = progress
  }

  /** Only once everything is told: what was dropped has no place in the batch any more, and events go by places. */
  private async tally(isLeft: boolean): Promise<Tally> {
    if (isLeft) await this.dropUnknown()
    return new Tally(this.batch)
  }

  private partOf(sums: BatchSums): Part {
    const blocks = this.keepClicks ? blocksOf(this.batch, sums.accounts) : []
    return { ...sums, day: utcDay(this.batch.day * dayMilliseconds), blocks }
  }

  /**
   * What an earlier process left may be of links that a restored backup does not have. Their numbers are free again,
   * and must not come with clicks when they are given to others.
   */
  private async dropUnknown(): Promise<void> {
    const owners = await this.store.owners(this.batch.distinctLinks())
    const dropped = this.batch.keep((linkId, userId) => owners.get(linkId) === userId)
    if (dropped > 0)
      this.log.warn('dropped clicks of links that this database does not have', { clicks: dropped })
  }

  /** Removes the segments that are counted whole; where that fails, the next batch tries it again. */
  private moveTo(position: JournalPosition): void {
    this.counted = position
    try {
      for (const segment of segmentsOf(this.journal.path))
        if (segment < position.segment) removeSegment(this.journal.path, segment)
    } catch (error) {
      this.log.warn('counted clicks cannot be removed from the journal', { reason: String(error) })
    }
  }

  /** Whether enough clicks wait to make a batch worth its while; also where that can't be told, which `step` tells. */
  hasMuch(): boolean {
    try {
      const newest = segmentsOf(this.journal.path).at(-1) ?? 0
      return newest - this.counted.segment >= largeBacklogSegments
    } catch {
      return true
    }
  }

  /** Makes the next segment ready before it is needed. */
  prepare(): void {
    try {
      prepareSpare(this.journal.path)
      this.hasRoom = true
    } catch (error) {
      if (this.hasRoom) this.log.error('no room for the click journal: free some disk space', error)
      this.hasRoom = false
    }
  }
}
