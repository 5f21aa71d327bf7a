// Calendar events as files and links, read by a third-party parser.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { linesOf, ugly } from '../../../../test/generated/ugly-texts.ts'
import { component, samplePage } from '../../../../test/pictures/sample-microsite.ts'
import { renderMicrosite } from '../index.ts'
import type { CalendarData } from './event-time.ts'
import { calendarLinks, iCalendarFile } from './icalendar.ts'

const place = { title: 'Ana', url: 'https://go.example/ana' }
const written = { id: 'cmp_1', now: 1_790_000_000 }
const file = (data: CalendarData) => iCalendarFile(data, place, written) ?? ''

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent')
  const event = events[0] as ICAL.Component
  const value = (name: string) => event.getFirstPropertyValue(name)
  const moment = (name: string) => (value(name) as ICAL.Time).toJSDate().toISOString()
  return { events, event, value, moment }
}

const party = { title: 'Party', startDate: '2026-11-20T18:30:00', timezone: 'Asia/Jakarta' }

test('a file holds one event with its title, its moments in UTC, an id and the address of the page', () => {
  const { events, event, value, moment } = read(file({ ...party, endDate: '2026-11-20T21:00:00' }))
  expect(events).toHaveLength(1)
  expect(value('summary')).toBe('Party')
  expect(moment('dtstart')).toBe('2026-11-20T11:30:00.000Z')
  expect(moment('dtend')).toBe('2026-11-20T14:00:00.000Z')
  expect(moment('dtstamp')).toBe(new Date(written.now * 1000).toISOString())
  expect(value('uid')).toBe('cmp_1@go.example')
  expect(value('url')).toBe(place.url)
  expect(event.getAllProperties()).toHaveLength(6)
})

test('an event without a title has that of its page, and one without a start has no file and no links', () => {
  expect(read(file({ startDate: '2026-11-20T18:30' })).value('summary')).toBe('Ana')
  for (const data of [{}, { title: 'Party', endDate: '2026-11-20T18:30:00' }]) {
    expect(iCalendarFile(data, place, written)).toBeNull()
    expect(calendarLinks(data, place)).toBeNull()
  }
})

describe('the time of an event', () => {
  const start = (startDate: string, timezone?: string) =>
    read(file({ startDate, timezone })).moment('dtstart')

  test.each([
    ['2026-11-20T18:30:00', undefined, '2026-11-20T18:30:00.000Z'],
    ['2026-11-20T18:30:00Z', 'Asia/Jakarta', '2026-11-20T18:30:00.000Z'],
    ['2026-11-20T18:30:00+05:30', 'Asia/Jakarta', '2026-11-20T13:00:00.000Z'],
    ['2026-11-20T18:30-0330', undefined, '2026-11-20T22:00:00.000Z'],
    ['2026-11-20T18:30:15.5', 'Asia/Kathmandu', '2026-11-20T12:45:15.000Z'],
    // Summer time begins in New York at 2:00 on March 8, and ends at 2:00 on November 1.
    ['2026-03-08T01:59:59', 'America/New_York', '2026-03-08T06:59:59.000Z'],
    ['2026-03-08T02:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-03-08T03:00:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
    ['2026-11-01T01:30:00', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-11-01T02:00:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
    // Samoa left out December 30, 2011.
    ['2011-12-30T12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
    ['2026-07-01T12:00:00', 'Australia/Lord_Howe', '2026-07-01T01:30:00.000Z'],
  ])('%s in %p is %s', (written, timezone, moment) => {
    expect(start(written, timezone)).toBe(moment)
  })

  test('an event without an end, or with one before its start, is an hour long', () => {
    for (const endDate of [undefined, party.startDate, '2026-11-20T18:29:59', '1999-01-01T00:00:00Z'])
      expect(read(file({ ...party, endDate })).moment('dtend')).toBe('2026-11-20T12:30:00.000Z')
  })

  test('any local time of any zone is converted to the moment when its clocks show it, unless they skip it', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const minutes = fc.integer({ min: Date.UTC(1900, 0) / 60_000, max: Date.UTC(2100, 0) / 60_000 })
    fc.assert(
      fc.property(zones, minutes, (timezone, minute) => {
        const startDate = new Date(minute * 60_000).toISOString().slice(0, 19)
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone: timezone,
          dateStyle: 'short',
          timeStyle: 'medium',
        }).format(new Date(start(startDate, timezone)))
        const wall = Date.parse(`${shown.replace(' ', 'T')}Z`)
        const skipped = wall - Date.parse(`${startDate}Z`)
        expect(skipped).toBeGreaterThanOrEqual(0)
        expect(skipped).toBeLessThanOrEqual(24 * 3_600_000)
      }),
    )
  })

  test('an event in a year that calendars can’t represent has no file', () => {
    expect(file({ startDate: '9999-12-31T23:59:59' })).toBe('')
    expect(file({ startDate: '0000-01-01T00:00:00', timezone: 'Asia/Jakarta' })).toBe('')
  })
})

test('any title can be read back from the file unchanged, in lines of 75 octets, and adds nothing', () => {
  fc.assert(
    fc.property(ugly, (title) => {
      const text = file({ ...party, title })
      const { events, event, value } = read(text)
      expect(events).toHaveLength(1)
      expect(event.getAllProperties()).toHaveLength(6)
      expect(value('summary')).toBe(linesOf(title) || place.title)
      for (const line of text.split('\r\n')) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
        expect(line).not.toMatch(/[\r\n]/)
      }
    }),
  )
})

test('the links carry title, moments and page to each calendar', () => {
  const links = calendarLinks({ ...party, title: 'Tea & cake, 50% off #1' }, place)
  const { google, outlook, yahoo } = links as NonNullable<typeof links>
  const query = (address: string) => new URL(address).searchParams
  expect(new URL(google).host).toBe('calendar.google.com')
  expect(query(google).get('text')).toBe('Tea & cake, 50% off #1')
  expect(query(google).get('dates')).toBe('20261120T113000Z/20261120T123000Z')
  expect(query(google).get('ctz')).toBe('Asia/Jakarta')
  expect(new URL(outlook).host).toBe('outlook.live.com')
  expect(query(outlook).get('startdt')).toBe('2026-11-20T11:30:00.000Z')
  expect(query(outlook).get('enddt')).toBe('2026-11-20T12:30:00.000Z')
  expect(query(yahoo).get('st')).toBe('20261120T113000Z')
  expect(query(yahoo).get('et')).toBe('20261120T123000Z')
  for (const address of [google, outlook, yahoo]) expect(address).toContain(encodeURIComponent(place.url))
})

test('Google shows an event without a named zone in the visitor’s own, and the event keeps its offset', () => {
  const data = { startDate: '2026-11-20T10:00:00+0100', endDate: '2026-11-20T11:30:00' }
  expect(new URL(calendarLinks(data, place)?.google ?? '').searchParams.get('ctz')).toBeNull()
  const { moment } = read(file(data))
  expect([moment('dtstart'), moment('dtend')]).toEqual([
    '2026-11-20T09:00:00.000Z',
    '2026-11-20T10:30:00.000Z',
  ])
  const shown = (language: 'en' | 'id', fields: CalendarData) =>
    /<time[^>]*>(.*?)<\/time>/.exec(
      renderMicrosite(samplePage([component('CALENDAR', fields)]), language).html,
    )?.[1]
  expect(shown('en', data)).toBe('Friday, 20 November 2026, 10:00–11:30 (UTC+1)')
  expect(shown('id', { startDate: '2026-11-20T23:30:00-03:30' })).toBe(
    'Jumat, 20 November 2026 pukul 23.30 (UTC-3:30)',
  )
})

test('a title of any length and script makes valid web links', () => {
  fc.assert(
    fc.property(ugly, (title) => {
      for (const address of Object.values(calendarLinks({ ...party, title }, place) ?? {})) {
        expect(address).toMatch(/^https:\/\/[a-z.]+\/[\x21-\x7e]*$/)
        expect(address.length).toBeLessThan(4_500)
      }
    }),
  )
})
