// Chooses the individual clicks of a report, and reads them: the newest days, and never too many.
import type { TimeSlicer } from '../../../platform/concurrency/time-slicer.ts'
import { clickNumbers, readBlock } from '../../clicks/index.ts'
import type { ReportStore } from './report-store.ts'
import type { SingleClicks } from './single-clicks.ts'

/**
 * At most this many clicks are read for one report: about two seconds of the main thread, in time slices
 * between which visitors are served.
 */
export const mostClicks = 1_000_000

export interface ChosenDays {
  /** UTC days, the newest first. */
  days: string[]
  /** From this day on, all days with clicks are chosen; null if none is. */
  since: string | null
  /** Whether days were left out because there are too many clicks. */
  isCut: boolean
}

/** The newest days since `first` that have no more than `most` clicks together. */
export function chooseDays(
  clicks: ReadonlyMap<string, number>,
  first: string | null,
  most = mostClicks,
): ChosenDays {
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

export interface ReadClicksNeeds {
  store: ReportStore
  slicer: TimeSlicer
  into: SingleClicks
}

/**
 * Counts the individual clicks of these days, the newest first, or the newest `most` of them. Stops at a day without
 * individual clicks, because none were kept then, and returns that day.
 */
export async function readClicks(
  { store, slicer, into }: ReadClicksNeeds,
  days: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Promise<{ missing: string | null }> {
  let count = 0
  for (const day of days) {
    const before = count
    for await (const contents of store.blocks(day)) {
      for (const content of contents) {
        const block = readBlock(content)
        into.add(block)
        count += block.clicks.length / clickNumbers
        await slicer.yieldIfDue()
      }
      if (count >= most) return { missing: null }
    }
    if (count === before) return { missing: day }
  }
  return { missing: null }
}
