// When a calendar event is: moments from typed local times in any time zone.
import type { ComponentData } from '@linnet/contract'

export type CalendarData = ComponentData<'CALENDAR'>

/** Both in milliseconds since 1970, the end always after the start. */
export interface EventTime {
  start: number
  end: number
  /** Whether the end was given; otherwise it is an hour after the start. */
  endIsKnown: boolean
  /** The name in the tz database or, if only an offset was given, that, such as `+01:00`; else UTC. */
  timeZone: string
}

const hour = 3_600_000
const day = 24 * hour
const pattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::(\d{2}))?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/

/** When an event is: an hour long if it has no end after its start; null if it has no valid start. */
export function timeOfEvent({ startDate = '', endDate, timezone }: CalendarData): EventTime | null {
  const timeZone = timezone ?? zoneOfOffset(startDate) ?? 'UTC'
  const start = momentOf(startDate, timeZone)
  if (start === null) return null
  const named = endDate === undefined ? null : momentOf(endDate, timeZone)
  const endIsKnown = named !== null && named > start
  const end = endIsKnown ? named : start + hour
  return isWritable(start) && isWritable(end) ? { start, end, endIsKnown, timeZone } : null
}

/** Whether its year has at most four digits, as calendars require. */
const isWritable = (moment: number) => /^\d{4}-/.test(new Date(moment).toISOString())

/** The moment of a date-time, in the given zone unless it has an offset itself; null if it is invalid. */
export function momentOf(text: string, timeZone: string): number | null {
  const [, minute, second = '00', offset] = pattern.exec(text) ?? []
  if (minute === undefined) return null
  const wall = Date.parse(`${minute}:${second}Z`)
  if (Number.isNaN(wall)) return null
  return offset === undefined ? momentInZone(wall, timeZone) : wall - minutesOf(offset) * 60_000
}

/** `+01:00` of a date-time that ends with `+0100` or `+01:00`; null without an offset, or with one of zero. */
function zoneOfOffset(text: string): string | null {
  const offset = pattern.exec(text)?.[3]
  if (offset === undefined || minutesOf(offset) === 0) return null
  return `${offset.slice(0, 3)}:${offset.slice(-2)}`
}

/** The offset from UTC in minutes if the event has only that instead of a zone; else null. */
export const offsetOf = ({ timeZone }: EventTime): number | null =>
  /^[+-]/.test(timeZone) ? minutesOf(timeZone) : null

function minutesOf(offset: string): number {
  if (offset === 'Z') return 0
  const digits = offset.replace(/\D/g, '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return offset.startsWith('-') ? -minutes : minutes
}

/**
 * A time that occurs twice, because clocks were put back, means the first one. A time that was skipped, because they
 * were put forward, means that much later (RFC 5545, section 3.3.5).
 */
function momentInZone(wall: number, timeZone: string): number {
  const offsetAt = offsetsOf(timeZone)
  const before = wall - offsetAt(wall - day)
  const after = wall - offsetAt(wall + day)
  const meant = [before, after].sort((a, b) => a - b).find((moment) => moment + offsetAt(moment) === wall)
  return meant ?? before
}

/** The offset of a zone from UTC at a moment, in milliseconds. */
function offsetsOf(timeZone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
    // 1 BC is the year 0 of ISO 8601.
    const year = parts.get('era')?.startsWith('B') ? 1 - part('year') : part('year')
    const seen = new Date(0)
    seen.setUTCFullYear(year, part('month') - 1, part('day'))
    seen.setUTCHours(part('hour'), part('minute'), part('second'))
    return seen.getTime() - Math.floor(moment / 1000) * 1000
  }
}
