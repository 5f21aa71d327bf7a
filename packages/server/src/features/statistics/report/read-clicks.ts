// Which single clicks a report looks at, and looking at them: the newest days, and never too many.
import type { TimeSlicer } from '../../../platform/concurrency/time-slicer.ts'
import { clickNumbers, readBlock } from '../../clicks/index.ts'
import type { ReportStore } from './report-store.ts'
import type { SingleClicks } from './single-clicks.ts'

/**
 * So many clicks are looked at for one report: some two seconds of the main thread's time, in pieces between which
 * visitors are answered.
 */
export const mostClicks = 1_000_000

export interface Chosen {
  /** Days of UTC, the newest first. */
  days: string[]
  /** From this day on all are among them; null where none is. */
  since: string | null
  /** Days were left out, because there are too many clicks. */
  isCut: boolean
}

/** The newest days that have no more than `most` clicks together, of those since `first`. */
export function chooseDays(
  clicks: ReadonlyMap<string, number>,
  first: string | null,
  most = mostClicks,
): Chosen {
  const days: string[] = []
  if (first === null) return { days, since: null, isCut: false }
  let sum = 0
  for (const day of [...clicks.keys()]
    .filter((day) => day >= first)
    .sort()
    .reverse()) {
    sum += clicks.get(day) ?? 0
    if (sum > most) return { days, since: days.at(-1) ?? null, isCut: true }
    days.push(day)
  }
  return { days, since: first, isCut: false }
}

/**
 * Counts the single clicks of these days, the newest first, or the newest `most` of them. Stops at a day of which none
 * is there, because at that time none were kept, and answers it.
 */
export async function readClicks(
  store: ReportStore,
  days: readonly string[],
  into: SingleClicks,
  pieces: TimeSlicer,
  most = Number.POSITIVE_INFINITY,
): Promise<{ missing: string | null }> {
  let seen = 0
  for (const day of days) {
    const before = seen
    for await (const contents of store.blocks(day)) {
      for (const content of contents) {
        const block = readBlock(content)
        into.add(block)
        seen += block.clicks.length / clickNumbers
        await pieces.rest()
      }
      if (seen >= most) return { missing: null }
    }
    if (seen === before) return { missing: day }
  }
  return { missing: null }
}
