// Statistics of the links that have certain tags now: their days, the most clicked of them, and their breakdowns.
import { type Breakdowns, Refusal } from '@linnet/contract'
import { TimeSlicer } from '../../platform/concurrency/time-slicer.ts'
import { type MostClicked, sumCounts } from '../clicks/index.ts'
import { rankedBreakdowns } from './breakdowns.ts'
import { daysOf, type Range } from './ranges.ts'
import type { DayRow } from './store.ts'
import type { StatisticsTag, TaggedStore } from './tagged-store.ts'

const readAtOnce = 1000
// Each is some JSON to be parsed: a few take some milliseconds.
const summedAtOnce = 50
const mostBrokenDown = 50_000

/** The sums of each day, and the most clicked links. */
export async function taggedClicks(
  store: TaggedStore,
  { userId, tags, range, mostLinks }: TaggedRange & { mostLinks: number },
): Promise<{ days: DayRow[]; mostClicked: MostClicked }> {
  const days = daysOf(range)
  return {
    days: await store.days(userId, tags, days),
    mostClicked: await store.mostClicked(userId, tags, days, mostLinks),
  }
}

interface TaggedRange {
  userId: number
  tags: readonly StatisticsTag[]
  range: Range
}

/**
 * The clicks by referer, location, device and browser. Refuses more rows than can be summed up in about a second, during which
 * visitors are still answered.
 */
export async function taggedBreakdowns(
  store: TaggedStore,
  { userId, tags, range, days }: TaggedRange & { days: readonly DayRow[] },
): Promise<Omit<Breakdowns, 'rules' | 'placements'>> {
  const slices = new TimeSlicer(Number.POSITIVE_INFINITY)
  const sums = sumCounts([])
  let summed = 0
  const clicked = new Set(days.map(({ day }) => day))
  for (const day of daysOf(range).filter((day) => clicked.has(day)))
    for (let after = 0; ; ) {
      const rows = await store.breakdowns(userId, tags, { day, after, limit: readAtOnce })
      summed += rows.length
      if (summed > mostBrokenDown)
        throw new Refusal(
          'malformed_request',
          'These links have too many days with clicks for breakdowns. Choose a shorter range, or leave out additional.',
        )
      for (let start = 0; start < rows.length; start += summedAtOnce) {
        const some = rows.slice(start, start + summedAtOnce).map(({ counts }) => counts)
        sumCounts(some, sums)
        await slices.yieldIfDue()
      }
      const last = rows.at(-1)
      if (!last || rows.length < readAtOnce) break
      after = last.link_id
    }
  return rankedBreakdowns(sums.breakdowns)
}
