// Counting what a node that is gone has left in its journals, by whoever is given its folder.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../../platform/observability/log.ts'
import type { ClickEvents } from '../../events/index.ts'
import { ClickBatch } from '../counting/click-batch.ts'
import { JournalCounter } from '../counting/journal-counter.ts'
import type { ClickStore } from '../store.ts'
import { claimLeft, type JournalFolder } from './folder.ts'

export interface Adopting {
  store: ClickStore
  log: Log
  events: ClickEvents
  keepClicks: boolean
  /** Whether the folder is the database's own, whose journals an older program may not have registered. */
  isOwn: boolean
  /** Told how many clicks are counted. */
  progress(clicks: number): void
}

export interface Adopted {
  journals: number
  clicks: number
  /** Journals that running servers hold, which count them themselves. */
  held: number
  /** Journals that this database does not know: their clicks are of another one's links. */
  unknown: number
}

/**
 * Counts the clicks in the journals of a data directory that were not counted, each once: the database knows how far
 * each journal is, wherever its folder has been moved to. Null where the folder has no journals.
 */
export async function adoptJournals(dataDirectory: string, needs: Adopting): Promise<Adopted | null> {
  const directory = join(dataDirectory, 'journal')
  if (!existsSync(directory)) return null
  const { claimed, held } = claimLeft(directory)
  const batch = new ClickBatch()
  let clicks = 0
  try {
    const known = await knownOf(claimed, needs)
    for (const folder of known)
      await drainWhole(drainOf(folder, batch, needs), (counted) => {
        clicks += counted
        if (counted > 0) needs.progress(clicks)
      })
    return { journals: known.length, clicks, held, unknown: claimed.length - known.length }
  } finally {
    for (const { release } of claimed) release()
  }
}

async function knownOf(claimed: JournalFolder[], { store, isOwn }: Adopting): Promise<JournalFolder[]> {
  if (isOwn) return claimed
  const positions = await Promise.all(claimed.map(({ id }) => store.progress(id)))
  return claimed.filter((_, index) => positions[index] !== null)
}

function drainOf({ path, id }: JournalFolder, batch: ClickBatch, needs: Adopting): JournalCounter {
  // Nobody writes there: every segment is one that was left.
  const journal = { path, id, firstLive: Number.POSITIVE_INFINITY }
  return new JournalCounter(needs.store, journal, batch, needs.events, needs.keepClicks, needs.log)
}

async function drainWhole(drain: JournalCounter, count: (clicks: number) => void): Promise<void> {
  for (let more = true; more; ) {
    const step = await drain.step()
    count(step.counted)
    more = step.more
  }
}
