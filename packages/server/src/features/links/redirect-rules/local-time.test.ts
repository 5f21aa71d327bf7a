// Local days and times: hours past midnight, and the hours that a zone skips or repeats.
import { describe, expect, test } from 'bun:test'
import { dayWithin, localTime, minuteOfDay, weekdayOf } from './local-time.ts'

const at = (text: string) => Date.parse(text)
const clock = (text: string, zone: string) => {
  const { day, minute } = localTime(at(text), zone)
  return [weekdayOf(day), `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`]
}

describe('the local time', () => {
  test.each([
    ['2026-11-26T23:30:00Z', 'UTC', ['thu', '23:30']],
    ['2026-11-26T23:30:00Z', 'Europe/Berlin', ['fri', '0:30']],
    ['2026-11-26T23:30:00Z', 'America/New_York', ['thu', '18:30']],
    ['2026-11-26T23:30:00Z', 'Asia/Kathmandu', ['fri', '5:15']],
    ['2026-11-26T10:30:00Z', 'Pacific/Kiritimati', ['fri', '0:30']],
    ['1969-12-31T23:59:00Z', 'UTC', ['wed', '23:59']],
  ])('at %s in %s is %p', (moment, zone, expected) => {
    expect(clock(moment, zone)).toEqual(expected)
  })

  test('skips the hour that summer time takes, and repeats the one that it gives back', () => {
    expect(clock('2026-03-29T00:59:00Z', 'Europe/Berlin')).toEqual(['sun', '1:59'])
    expect(clock('2026-03-29T01:00:00Z', 'Europe/Berlin')).toEqual(['sun', '3:00'])
    expect(clock('2026-10-25T00:30:00Z', 'Europe/Berlin')).toEqual(['sun', '2:30'])
    expect(clock('2026-10-25T01:30:00Z', 'Europe/Berlin')).toEqual(['sun', '2:30'])
    // Half an hour only, in the middle of an hour of UTC.
    expect(clock('2026-10-03T15:29:00Z', 'Australia/Lord_Howe')).toEqual(['sun', '1:59'])
    expect(clock('2026-10-03T15:30:00Z', 'Australia/Lord_Howe')).toEqual(['sun', '2:30'])
  })

  test('agrees with Intl in every zone, at random times', () => {
    const zones = Intl.supportedValuesOf('timeZone').filter((_, index) => index % 7 === 0)
    for (const zone of zones) {
      const format = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hour: '2-digit',
        minute: '2-digit',
        weekday: 'short',
      })
      for (let round = 0; round < 20; round++) {
        const now = at('2024-01-01T00:00:00Z') + Math.floor(Math.random() * 4 * 365 * 86_400) * 1000
        const { day, minute } = localTime(now, zone)
        const hours = String(Math.floor(minute / 60)).padStart(2, '0')
        const own = `${weekdayOf(day)} ${hours}:${String(minute % 60).padStart(2, '0')}`
        expect(own, `${zone} ${now}`).toBe(format.format(now).toLowerCase().replace(',', ''))
      }
    }
  })
})

describe('hours', () => {
  const within = (day: number, time: string, from: string, until: string) =>
    dayWithin({ day, minute: minuteOfDay(time) }, { from: minuteOfDay(from), until: minuteOfDay(until) })

  test('begin with their first minute and end before their last one', () => {
    expect(within(5, '18:00', '18:00', '23:30')).toBe(5)
    expect(within(5, '23:29', '18:00', '23:30')).toBe(5)
    expect(within(5, '23:30', '18:00', '23:30')).toBeNull()
    expect(within(5, '17:59', '18:00', '23:30')).toBeNull()
  })

  test('that cross midnight belong to the day on which they begin', () => {
    expect(within(5, '23:00', '22:00', '02:00')).toBe(5)
    expect(within(6, '01:59', '22:00', '02:00')).toBe(5)
    expect(within(6, '02:00', '22:00', '02:00')).toBeNull()
  })
})
