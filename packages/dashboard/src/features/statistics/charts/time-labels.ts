// The labels of a timeline's points: hours, days or weeks, in the time zone of the report.
import type { Report } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import { dayIn } from '../days.ts'
import type { TimelineBucket } from '../timeline-buckets.ts'

type Point = Pick<TimelineBucket, 'at' | 'date'> & Partial<Pick<TimelineBucket, 'end'>>

export interface TimeLabels {
  full(point: Point): string
  axis(point: Point): string
  /** From one calendar day to another. */
  days(days: { start: string; end: string }): string
}

const daysWithDayLabels = 200

export function timeLabels(
  {
    interval,
    timezone,
    timeline,
    start,
    end,
  }: Pick<Report, 'interval' | 'timezone' | 'timeline' | 'start' | 'end'>,
  language: Language,
): TimeLabels {
  const format = (options: Intl.DateTimeFormatOptions, timeZone = timezone) => {
    const format = new Intl.DateTimeFormat(language, { timeZone, ...options })
    return (seconds: number) => format.format(seconds * 1000)
  }
  const clock = { hour: 'numeric', minute: '2-digit' } as const
  const hour = format(clock)
  const hourOfDay = format({ weekday: 'short', ...clock })
  const dayAndHour = format({ day: 'numeric', month: 'short', ...clock })
  const wholeDay = dayIn(language)
  const shortDay = format({ day: 'numeric', month: 'short' }, 'UTC')
  const month = format({ month: 'short', year: 'numeric' }, 'UTC')
  const span = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const days = ({ start, end }: { start: string; end: string }) =>
    span.formatRange(Date.parse(start), Date.parse(end))
  const ofDay = (day: string) => Date.parse(day) / 1000
  const isHours = interval === 'hour'
  return {
    full: ({ at, date, end = date }) =>
      isHours ? dayAndHour(at) : end === date ? wholeDay(date) : days({ start: date, end }),
    axis: (point) =>
      isHours
        ? start === end
          ? hour(point.at)
          : hourOfDay(point.at)
        : (timeline.length > daysWithDayLabels ? month : shortDay)(ofDay(point.date)),
    days,
  }
}
