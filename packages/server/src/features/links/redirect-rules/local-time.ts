// The day of the week and the time of day in a time zone, with its changes to and from summer time.
import { type Weekday, weekdays } from '@linnet/contract'

const minuteMilliseconds = 60_000
const quarterHour = 15 * minuteMilliseconds
const dayMinutes = 24 * 60

interface Zone {
  format: Intl.DateTimeFormat
  /** The quarter of an hour for which `offset` holds: no time zone changes its offset within one. */
  quarter: number
  /** What local time is ahead of UTC, in milliseconds. */
  offset: number
}

const zones = new Map<string, Zone>()

function zoneOf(name: string): Zone {
  const known = zones.get(name)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const zone = { format, quarter: Number.NaN, offset: 0 }
  // As many as there are names in the time zone database, with its aliases in any case that anyone may write them in.
  if (zones.size >= 1000) zones.clear()
  zones.set(name, zone)
  return zone
}

function offsetAt(name: string, now: number): number {
  const zone = zoneOf(name)
  const quarter = Math.floor(now / quarterHour)
  if (zone.quarter !== quarter) {
    const start = quarter * quarterHour
    const part: Record<string, number> = {}
    for (const { type, value } of zone.format.formatToParts(start)) part[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    zone.offset = Date.UTC(year, month - 1, day, hour, minute, second) - start
    zone.quarter = quarter
  }
  return zone.offset
}

export interface LocalTime {
  /** Days since the Unix epoch. */
  day: number
  /** Minutes since local midnight. */
  minute: number
}

/** The local date and time of a moment (milliseconds) in a time zone by its name in the tz database. */
export function localTime(now: number, timeZone: string): LocalTime {
  const minutes = Math.floor((now + (timeZone === 'UTC' ? 0 : offsetAt(timeZone, now))) / minuteMilliseconds)
  return {
    day: Math.floor(minutes / dayMinutes),
    minute: minutes - Math.floor(minutes / dayMinutes) * dayMinutes,
  }
}

/** The day of the week of a number of days since the Unix epoch, which was a Thursday. */
export function weekdayOf(day: number): Weekday {
  return weekdays[(((day + 3) % 7) + 7) % 7] as Weekday
}

/** Minutes since midnight of a time such as `18:30`. */
export function minuteOfDay(time: string): number {
  const [hour, minute] = time.split(':')
  return Number(hour) * 60 + Number(minute)
}

export interface Hours {
  from: number
  until: number
}

/**
 * The day to which a moment within the hours belongs: hours that cross midnight belong to the day on which they begin. Null if
 * the moment is outside of them.
 */
export function dayWithin({ day, minute }: LocalTime, hours: Hours): number | null {
  const { from, until } = hours
  if (from < until) return minute >= from && minute < until ? day : null
  if (minute >= from) return day
  return minute < until ? day - 1 : null
}
