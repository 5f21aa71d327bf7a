// A range of days in a time zone: when each of its days or hours begins.
import { daysBetween, daysOf, type Range } from '../ranges.ts'

/** An hour or a day of the range. */
export interface Bucket {
  /** When it begins, in Unix seconds. */
  at: number
  /** The day in the zone. */
  date: string
}

export interface ZonedSpan {
  interval: 'hour' | 'day'
  /** In Unix seconds. */
  from: number
  /** The first second after it. */
  until: number
  buckets: Bucket[]
}

// Up to this many days are shown by the hour.
const mostDaysByHour = 2
const hourSeconds = 3600

/** Today's date in a time zone, `YYYY-MM-DD`. */
export function todayIn(zone: string, now: number): string {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toString()
}

/**
 * When a day begins in a zone, in Unix seconds: at midnight, or just after if clocks skip midnight. A day that the zone has
 * skipped, as Samoa did in 2011, begins with the next one.
 */
export function startOfDay(day: string, zone: string, daysLater = 0): number {
  const date = Temporal.PlainDate.from(day).add({ days: daysLater })
  return Math.floor(date.toZonedDateTime(zone).epochMilliseconds / 1000)
}

/** The hours of up to two days, or the days. A day has 23 or 25 hours when clocks change. */
export function zonedSpan(range: Range, zone: string): ZonedSpan {
  const dates = daysOf(range)
  const starts = dates.map((date) => startOfDay(date, zone))
  const until = startOfDay(range.end, zone, 1)
  const interval = daysBetween(range.start, range.end) < mostDaysByHour ? 'hour' : 'day'
  const days = dates.map((date, index) => ({ date, at: starts[index] as number }))
  const buckets =
    interval === 'day'
      ? days
      : days.flatMap(({ date, at }, index) => {
          const hours = Math.ceil(((starts[index + 1] ?? until) - at) / hourSeconds)
          return Array.from({ length: hours }, (_, hour) => ({ date, at: at + hour * hourSeconds }))
        })
  return { interval, from: starts[0] as number, until, buckets }
}
