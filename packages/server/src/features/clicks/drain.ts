// Moves clicks from the journals into the database, in batches that each are one transaction.
import type { Log } from '../../platform/log.ts'
import { prepareSpare, removeSegment, segmentsOf } from './journal-folder.ts'
import { headerBytes, type JournalClick, type JournalPosition } from './journal-format.ts'
import { JournalReader } from './journal-reader.ts'
import type { ClickStore } from './store.ts'
import { tally } from './tally.ts'

// A batch holds the SQLite write lock, and an API write that waits for it holds up the redirects: so it is made
// as large as can be written in this time.
const batchMilliseconds = 5
const smallestBatch = 50
const largestBatch = 5000

export interface DrainedJournal {
  path: string
  id: string
  /** The first segment that this process writes; older ones were left by others. */
  firstLive: number
}

/** Drains one journal. Not for use by two at a time. */
export class Drain {
  private reader: JournalReader | null = null
  private counted: JournalPosition = { segment: 0, offset: 0 }
  private batchSize = smallestBatch
  private hasRoom = true

  constructor(
    private readonly store: ClickStore,
    private readonly journal: DrainedJournal,
    private readonly keepClicks: boolean,
    private readonly log: Log,
  ) {}

  /**
   * Counts the next batch. Answers how many of its clicks were written by this process, and whether there is more.
   * When the database or the disk fails, nothing has moved and the same batch comes next time.
   */
  async step(): Promise<{ own: number; more: boolean }> {
    this.reader ??= await this.open()
    try {
      return await this.count(this.reader)
    } catch (error) {
      // Read the batch again, from a reader that knows the texts before it.
      this.reader = null
      throw error
    }
  }

  private async count(reader: JournalReader): Promise<{ own: number; more: boolean }> {
    const clicks = reader.read(this.batchSize)
    const { position, source } = reader
    if (clicks.length === 0 && position.segment === this.counted.segment) return { own: 0, more: false }
    const isOwn = source >= this.journal.firstLive
    const start = performance.now()
    const known = isOwn ? clicks : await this.ofKnownLinks(clicks)
    await this.store.write(this.journal.id, position, tally(known), this.keepClicks)
    this.adapt(performance.now() - start)
    this.counted = position
    this.removeCounted()
    return { own: isOwn ? clicks.length : 0, more: clicks.length > 0 }
  }

  /**
   * What an earlier process left may be of links that a restored backup does not have. Their numbers are free again,
   * and must not come with clicks when they are given to others.
   */
  private async ofKnownLinks(clicks: JournalClick[]): Promise<JournalClick[]> {
    const owners = await this.store.owners([...new Set(clicks.map(({ linkId }) => linkId))])
    const known = clicks.filter(({ linkId, userId }) => owners.get(linkId) === userId)
    const dropped = clicks.length - known.length
    if (dropped > 0)
      this.log.warn('dropped clicks of links that this database does not have', { clicks: dropped })
    return known
  }

  /** Removes the segments that are counted whole; where that fails, the next batch tries it again. */
  private removeCounted(): void {
    try {
      for (const segment of segmentsOf(this.journal.path))
        if (segment < this.counted.segment) removeSegment(this.journal.path, segment)
    } catch (error) {
      this.log.warn('counted clicks can not be removed from the journal', { reason: String(error) })
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

  private async open(): Promise<JournalReader> {
    this.counted = (await this.store.position(this.journal.id)) ?? { segment: 0, offset: headerBytes }
    return new JournalReader(
      {
        path: this.journal.path,
        firstLive: this.journal.firstLive,
        onDamage: (copy, offset) =>
          this.log.error('a part of the click journal is damaged and was set aside', new Error(copy), {
            offset,
          }),
      },
      this.counted,
    )
  }

  private adapt(milliseconds: number): void {
    const next = this.batchSize * (batchMilliseconds / Math.max(milliseconds, 0.1))
    // Halfway to what the last batch suggests, so that one slow commit does not make all the next ones tiny.
    this.batchSize = Math.round(Math.min(largestBatch, Math.max(smallestBatch, (this.batchSize + next) / 2)))
  }
}
