// Moves clicks from a journal into the database: reads large batches, emits and counts them in short transactions.
import type { Log } from '../../../platform/observability/log.ts'
import { utcDay } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { ClickEvents } from '../../events/index.ts'
import { blocksOf } from '../click-blocks.ts'
import { prepareSpare, removeSegment, segmentsOf } from '../journal/folder.ts'
import { beginning, headerBytes, type JournalPosition } from '../journal/format.ts'
import { isBefore, JournalReader } from '../journal/reader.ts'
import type { CountedNames } from '../placements/placement-store.ts'
import { AlreadyCountedError, type BatchPart, type ClickStore, type Progress } from '../store.ts'
import { isLink } from '../subjects.ts'
import type { ClickBatch } from './click-batch.ts'
import { EventSelection } from './event-selection.ts'
import { type PartSums, Tally } from './tally.ts'
import { TransactionSize } from './transaction-size.ts'

// More than two whole segments: some 150,000 clicks.
const largeBacklogSegments = 3
const dayMilliseconds = 86_400_000

export interface JournalToCount {
  path: string
  id: string
  /** The first segment that this process writes; older ones were left by other processes. */
  firstLive: number
}

/** The result of a step. */
export interface StepResult {
  /** How many clicks the finished batch had; 0 in the middle of a batch. */
  counted: number
  /** Whether this process wrote those clicks. */
  isOwn: boolean
  /** Whether there is more to do now: clicks that are written meanwhile can wait for the next batch. */
  more: boolean
}

const unfinished: StepResult = { counted: 0, isOwn: false, more: true }

/** A batch that was read and is being written: its events are emitted click by click, then it is counted link by link. */
interface BatchInProgress {
  /** The events that are still to be emitted; null once all are. */
  events: EventSelection | null
  /** Made once all events are emitted. */
  tally: Tally | null
  end: JournalPosition
  nextLink: number
  clicks: number
  /** Whether this process wrote the clicks. */
  isOwn: boolean
  /** Whether nothing more had been written when it was read. */
  isLast: boolean
}

export interface JournalCounterNeeds {
  store: ClickStore
  journal: JournalToCount
  /** Counters that share a batch run one after the other: each uses it until a step fails or there is no more to do. */
  batch: ClickBatch
  events: ClickEvents
  keepClicks: boolean
  log: Log
}

/**
 * Counts the clicks of one journal. A batch is large, so that many clicks share each row that is written; and because a
 * large transaction would block other writers, it is written in parts. The database stores where the batch ends, which of
 * its events are emitted and which links are counted, so that after a crash the same batch is read again and continued
 * after the last part.
 */
export class JournalCounter {
  private reader: JournalReader | null = null
  private counted: JournalPosition = beginning
  /** The progress that the database has stored. */
  private progress: Progress | null = null
  private current: BatchInProgress | null = null
  /** In events that are emitted. */
  private readonly emitSize = new TransactionSize(50, 1000)
  /** In links that are counted. */
  private readonly countSize = new TransactionSize(50, 5000)
  private hasRoom = true
  /** Whether clicks of the last batch became events. */
  hasListeners = false

  constructor(private readonly needs: JournalCounterNeeds) {}

  /**
   * Emits or counts the next part. If the database or the disk fails, nothing has changed, and the next step does the
   * same part.
   */
  async step(): Promise<StepResult> {
    try {
      this.reader ??= await this.open()
      this.current ??= await this.begin(this.reader, null)
      const { current } = this
      if (!current) return await this.skip(this.reader)
      return current.events ? await this.emit(current, current.events) : await this.count(current)
    } catch (error) {
      // Start again from what the database has stored, with a reader that knows the strings before it.
      this.reader?.close()
      this.reader = null
      this.current = null
      if (error instanceof AlreadyCountedError) return unfinished
      throw error
    }
  }

  /** Opens the journal at the position that the database has stored, perhaps in the middle of a batch. */
  private async open(): Promise<JournalReader> {
    const progress = await this.needs.store.progress(this.needs.journal.id)
    this.progress = progress
    this.counted = progress?.position ?? beginning
    const { path, firstLive } = this.needs.journal
    const onDamage = (copy: string | null, offset: number, bytes: number) =>
      this.needs.log.error(
        'part of the click journal is damaged; a copy was saved',
        new Error(copy ?? 'a copy of the segment could not be written'),
        { offset, bytes },
      )
    const reader = new JournalReader({ path, firstLive, onDamage }, this.counted)
    if (progress?.batch) {
      this.current = await this.begin(reader, progress.batch)
      if (this.current) this.current.nextLink = progress.batch.nextLink
    }
    return reader
  }

  /** Reads a batch, up to where it ended if it has `begun` before; null if there is nothing to read. */
  private async begin(reader: JournalReader, begun: Progress['batch']): Promise<BatchInProgress | null> {
    const end = begun?.end ?? null
    this.needs.batch.clear(end !== null)
    const isWhole = reader.read(this.needs.batch, end)
    // Its links before `nextLink` are counted up to that end: after a shorter batch, the rest would be counted again.
    if (end !== null && !isWhole && isBefore(reader.position, end))
      throw new Error('a batch of the click journal cannot be read again as it was')
    const clicks = this.needs.batch.size
    if (clicks === 0) return null
    const { position } = reader
    const isOwn = isBefore({ segment: this.needs.journal.firstLive, offset: headerBytes }, position)
    const events = await this.selectEvents(begun ? begun.nextEvent : 0)
    this.hasListeners = events !== null
    return {
      events,
      tally: null,
      end: position,
      nextLink: 0,
      clicks,
      isOwn,
      isLast: isWhole && end === null,
    }
  }

  /**
   * The events from `first` on; null if all are emitted already. Listeners are read after the clicks, so that an endpoint
   * receives every click that came after it was created.
   */
  private async selectEvents(first: number | null): Promise<EventSelection | null> {
    if (first === null) return null
    const selection = new EventSelection(this.needs.batch, await this.needs.events.accounts(), first)
    return selection.next === null ? null : selection
  }

  private async emit(current: BatchInProgress, events: EventSelection): Promise<StepResult> {
    const clicks = events.take(this.emitSize.size)
    const batch = { end: current.end, nextEvent: events.next, nextLink: current.nextLink }
    await this.write(this.emitSize, { position: this.counted, batch }, (tx) =>
      this.needs.events.add(tx, clicks),
    )
    if (events.next === null) current.events = null
    return unfinished
  }

  private async count(current: BatchInProgress): Promise<StepResult> {
    const { end, nextLink, clicks, isOwn } = current
    const { size } = this.countSize
    current.tally ??= await this.tally(!isOwn)
    const sums = current.tally.part(nextLink, size)
    const last = sums.links.length < size ? null : (sums.links.at(-1)?.linkId ?? null)
    const progress: Progress =
      last === null
        ? { position: end, batch: null }
        : { position: this.counted, batch: { end, nextEvent: null, nextLink: last + 1 } }
    // Placements get their names in the transaction. If there are none, everything is prepared before it.
    const hasPlacements = sums.links.some((link) => link.sums.placements.length > 0)
    const part = hasPlacements ? null : this.partOf(sums, new Map())
    await this.write(this.countSize, progress, async (tx) => {
      const { store } = this.needs
      await store.count(tx, part ?? this.partOf(sums, await store.placements.count(tx, this.day, sums.links)))
    })
    if (last !== null) {
      current.nextLink = last + 1
      return unfinished
    }
    this.current = null
    this.moveTo(end)
    return { counted: clicks, isOwn, more: !current.isLast }
  }

  /** There is nothing to count, but a segment that was read to its end can be removed. */
  private async skip({ position }: JournalReader): Promise<StepResult> {
    if (position.segment !== this.counted.segment) {
      await this.advance({ position, batch: null }, async () => {})
      this.moveTo(position)
    }
    return { ...unfinished, more: false }
  }

  /** Writes a part, and adapts the size of the next one. */
  private async write(
    size: TransactionSize,
    progress: Progress,
    work: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    const start = performance.now()
    await this.advance(progress, work)
    size.adapt(performance.now() - start)
  }

  private async advance(progress: Progress, work: (tx: Tx) => Promise<void>): Promise<void> {
    await this.needs.store.advance(this.needs.journal.id, this.progress, progress, work)
    this.progress = progress
  }

  /** Only once all events are emitted: dropping clicks changes the indexes that the event selection uses. */
  private async tally(isLeftover: boolean): Promise<Tally> {
    if (isLeftover) await this.dropUnknown()
    return new Tally(this.needs.batch)
  }

  private partOf(sums: PartSums, names: CountedNames): BatchPart {
    const blocks = this.needs.keepClicks ? blocksOf(this.needs.batch, sums.accounts, names) : []
    return { ...sums, day: this.day, blocks }
  }

  /** The day of the batch. */
  private get day(): string {
    return utcDay(this.needs.batch.day * dayMilliseconds)
  }

  /**
   * Clicks that an earlier process left may belong to links that a restored backup does not have. New links
   * will get those numbers, and must not start with these clicks. A link that was moved keeps its clicks from before: they
   * count for the account that had it then or, if that is gone, for the one that has it now.
   */
  private async dropUnknown(): Promise<void> {
    const { store, batch } = this.needs
    const links = batch.distinctLinks()
    const owners = await store.owners([...links.keys()])
    const formerOwners = ([linkId, users]: [number, Set<number>]) => {
      const owner = owners.get(linkId)
      return owner === undefined ? [] : [...users].filter((userId) => userId !== owner)
    }
    const elsewhere = [...links].filter((link) => isLink(link[0]) && formerOwners(link).length > 0)
    const moved = await store.moved(elsewhere.map(([linkId]) => linkId))
    const accounts = await store.accounts([...new Set(elsewhere.flatMap(formerOwners))])
    const dropped = batch.assign((linkId, userId) => {
      const owner = owners.get(linkId) ?? null
      if (owner === userId || owner === null) return owner
      if (!moved.has(linkId)) return null
      return accounts.has(userId) ? userId : owner
    })
    if (dropped > 0)
      this.needs.log.warn('dropped clicks of links that this database does not have', { clicks: dropped })
  }

  /** Removes the segments that are counted completely; if that fails, the next batch tries it again. */
  private moveTo(position: JournalPosition): void {
    this.counted = position
    try {
      for (const segment of segmentsOf(this.needs.journal.path))
        if (segment < position.segment) removeSegment(this.needs.journal.path, segment)
    } catch (error) {
      this.needs.log.warn('counted clicks cannot be removed from the journal', { reason: String(error) })
    }
  }

  /**
   * Whether enough clicks are pending for a batch to be worthwhile; also true if that can't be read, which `step` will
   * report.
   */
  hasLargeBacklog(): boolean {
    try {
      const newest = segmentsOf(this.needs.journal.path).at(-1) ?? 0
      return newest - this.counted.segment >= largeBacklogSegments
    } catch {
      return true
    }
  }

  /** Prepares the next segment before it is needed. */
  prepareSegment(): void {
    try {
      prepareSpare(this.needs.journal.path)
      this.hasRoom = true
    } catch (error) {
      if (this.hasRoom) this.needs.log.error('no disk space for the click journal: free some', error)
      this.hasRoom = false
    }
  }
}
