// A microsite's calendar event for visitors' calendars: as a file (RFC 5545), and as links to online calendars.
import { contentLines, textValue } from './content-lines.ts'
import { type CalendarData, type EventTime, offsetOf, timeOfEvent } from './event-time.ts'

/** What an event takes from its page. */
export interface EventPlace {
  /** The title of the page, for an event without one. */
  title: string
  /** The address of the page. */
  url: string
}

/** `20261120T113000Z`: the moment in UTC (RFC 5545, section 3.3.5). */
const basic = (moment: number) => new Date(moment).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')

/**
 * The .ics file of an event, or null if it has no valid start. `now` is in Unix seconds: of several files with the same
 * `id`, calendars keep the newest.
 */
export function iCalendarFile(
  data: CalendarData,
  { title, url }: EventPlace,
  { id, now }: { id: string; now: number },
): string | null {
  const time = timeOfEvent(data)
  if (time === null) return null
  return contentLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Linnet//Microsite//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${textValue(`${id}@${new URL(url).hostname}`)}`,
    `DTSTAMP:${basic(now * 1000)}`,
    `DTSTART:${basic(time.start)}`,
    `DTEND:${basic(time.end)}`,
    `SUMMARY:${textValue(data.title, title)}`,
    `URL:${new URL(url).href}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ])
}

/** The link keys of a CALENDAR's online calendars, in the order in which they are offered. */
export const calendarSites = ['google', 'outlook', 'yahoo'] as const
export type CalendarSite = (typeof calendarSites)[number]

/** The addresses that add an event to online calendars, or null if it has no valid start. */
export function calendarLinks(data: CalendarData, place: EventPlace): Record<CalendarSite, string> | null {
  const time = timeOfEvent(data)
  // Very long titles make addresses that no site accepts.
  const title = [...(data.title || place.title)].slice(0, 300).join('')
  return time === null ? null : linksOf(time, title, place.url)
}

function linksOf(time: EventTime, title: string, url: string) {
  const { start, end, timeZone } = time
  const address = (site: string, query: Record<string, string>) => `${site}?${new URLSearchParams(query)}`
  return {
    google: address('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: title,
      dates: `${basic(start)}/${basic(end)}`,
      // Google only knows zones by name; without one it uses the visitor's own.
      ...(offsetOf(time) === null ? { ctz: timeZone } : {}),
      details: url,
    }),
    outlook: address('https://outlook.live.com/calendar/0/action/compose', {
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: title,
      startdt: new Date(start).toISOString(),
      enddt: new Date(end).toISOString(),
      body: url,
    }),
    yahoo: address('https://calendar.yahoo.com/', {
      v: '60',
      title,
      st: basic(start),
      et: basic(end),
      desc: url,
    }),
  }
}
