// Counts the clicks that a node left in its journals when it was removed, for the process that has its folder now.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../../platform/observability/log.ts'
import type { ClickEvents } from '../../events/index.ts'
import { ClickBatch } from '../counting/click-batch.ts'
import { JournalCounter } from '../counting/journal-counter.ts'
import type { ClickStore } from '../store.ts'
import { claimLeftovers, type JournalFolder } from './folder.ts'

export interface AdoptionNeeds {
  store: ClickStore
  log: Log
  events: ClickEvents
  keepClicks: boolean
  /** Whether it is this server's own folder, whose journals an older version may not have registered. */
  isOwn: boolean
  /** Called with the number of clicks counted so far. */
  progress(clicks: number): void
}

export interface AdoptionResult {
  journals: number
  clicks: number
  /** Journals that running servers have locked and count themselves. */
  held: number
  /** Journals that this database does not know: their clicks belong to links of another database. */
  unknown: number
}

/**
 * Counts the pending clicks in the journals of a data directory, each once: the database knows how far each journal is
 * counted, wherever its folder has been moved to. Null if the folder has no journals.
 */
export async function adoptJournals(
  dataDirectory: string,
  needs: AdoptionNeeds,
): Promise<AdoptionResult | null> {
  const directory = join(dataDirectory, 'journal')
  if (!existsSync(directory)) return null
  const { claimed, held } = claimLeftovers(directory)
  const batch = new ClickBatch()
  let clicks = 0
  try {
    const known = await knownOf(claimed, needs)
    for (const folder of known)
      await countAll(counterOf(folder, batch, needs), (counted) => {
        clicks += counted
        if (counted > 0) needs.progress(clicks)
      })
    return { journals: known.length, clicks, held, unknown: claimed.length - known.length }
  } finally {
    for (const { release } of claimed) release()
  }
}

async function knownOf(claimed: JournalFolder[], { store, isOwn }: AdoptionNeeds): Promise<JournalFolder[]> {
  if (isOwn) return claimed
  const positions = await Promise.all(claimed.map(({ id }) => store.progress(id)))
  return claimed.filter((_, index) => positions[index] !== null)
}

function counterOf({ path, id }: JournalFolder, batch: ClickBatch, needs: AdoptionNeeds): JournalCounter {
  // No process writes there: every segment is a leftover.
  const journal = { path, id, firstLive: Number.POSITIVE_INFINITY }
  const { store, events, keepClicks, log } = needs
  return new JournalCounter({ store, journal, batch, events, keepClicks, log })
}

async function countAll(journal: JournalCounter, onCounted: (clicks: number) => void): Promise<void> {
  for (let more = true; more; ) {
    const step = await journal.step()
    onCounted(step.counted)
    more = step.more
  }
}
