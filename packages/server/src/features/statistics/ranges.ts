// The range of days of a statistics request, and which days the plan shows.
import { detailOf, Refusal } from '@linnet/contract'
import { addDays } from '../../platform/time/clock.ts'

const mostDays = 3660

/** Both days are included. */
export interface Range {
  start: string
  end: string
}

export interface RangeRules {
  /** Today's date. */
  today: string
  /** How many days back the plan shows; null for all. */
  planDays: number | null
  /** How many days before its end a range begins by default. */
  defaultDays: number
}

/**
 * The requested range. By default it ends today, and begins `defaultDays` before its end or as far back as the plan shows.
 * Refuses a range that runs backwards or is too long (400), and one that the plan does not show.
 */
export function chooseRange(wanted: Partial<Range>, { today, planDays, defaultDays }: RangeRules): Range {
  const earliest = planDays === null ? '0000-01-01' : addDays(today, -planDays)
  const end = wanted.end ?? today
  const defaultStart = addDays(end, -defaultDays)
  const start = wanted.start ?? (defaultStart < earliest && end >= earliest ? earliest : defaultStart)
  if (end < start)
    throw new Refusal('malformed_request', 'The end of the range is before its start.', [
      detailOf('end', { code: 'range_backwards' }),
    ])
  if (daysBetween(start, end) > mostDays)
    throw new Refusal(
      'malformed_request',
      `A range can have at most ${mostDays} days. Request a shorter one.`,
      [detailOf('start', { code: 'range_too_long', params: { days: mostDays } })],
    )
  if (start < earliest)
    throw new Refusal(
      'plan_limit',
      `The plan of this account shows ${planDays} days. Start at ${earliest} or later.`,
    )
  return { start, end }
}

/** Every day of a range. */
export function daysOf({ start, end }: Range): string[] {
  return Array.from({ length: daysBetween(start, end) + 1 }, (_, index) => addDays(start, index))
}

/** The same number of days just before a range; null if the plan does not show all of them. */
export function rangeBefore(
  { start, end }: Range,
  { today, planDays }: Pick<RangeRules, 'today' | 'planDays'>,
): Range | null {
  // Days are strings with four digits for the year, so there is nothing before the year 0.
  if (Date.parse(start) - Date.parse('0000-01-01') <= Date.parse(end) - Date.parse(start)) return null
  const before = { start: addDays(start, -daysBetween(start, end) - 1), end: addDays(start, -1) }
  return planDays !== null && before.start < addDays(today, -planDays) ? null : before
}

export function daysBetween(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000)
}
