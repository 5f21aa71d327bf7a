// A range of days as the clock of a time zone has them: when each of its days or hours begins.
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

// Up to so many days are shown by the hour.
const mostDaysByHour = 2
const hourSeconds = 3600

/** The day that it is in a zone, `YYYY-MM-DD`. */
export function todayIn(zone: string, now: number): string {
  return Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toString()
}

/**
 * When a day begins in a zone, in Unix seconds: at midnight, or with the first moment after it where clocks jump over
 * midnight. A day that the zone has left out, as Samoa did with one in 2011, begins with the next one.
 */
export function startOfDay(day: string, zone: string, daysLater = 0): number {
  const date = Temporal.PlainDate.from(day).add({ days: daysLater })
  return Math.floor(date.toZonedDateTime(zone).epochMilliseconds / 1000)
}

/** The hours of up to two days, or the days; days have 23 or 25 hours where clocks change. */
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
