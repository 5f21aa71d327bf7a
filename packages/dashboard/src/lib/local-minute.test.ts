// Points in time in fields for a date and a time, in whatever time zone the browser is.
import { afterEach, describe, expect, test } from 'bun:test'
import { localMinute, secondsOf } from './local-minute.ts'

// Bun's tests run in UTC unless told otherwise.
const zone = process.env.TZ ?? 'UTC'
afterEach(() => {
  process.env.TZ = zone
})

describe('a point in time is shown as a local minute', () => {
  test.each([
    ['UTC', '2026-11-24T23:30'],
    ['Asia/Jakarta', '2026-11-25T06:30'],
    ['America/Caracas', '2026-11-24T19:30'],
  ])('in %s as %s', (timeZone, minute) => {
    process.env.TZ = timeZone
    expect(localMinute(Date.parse('2026-11-24T23:30:59Z') / 1000)).toBe(minute)
  })

  test('with four digits of the year, and two of everything else', () => {
    process.env.TZ = 'UTC'
    expect(localMinute(Date.parse('0987-01-02T03:04Z') / 1000)).toBe('0987-01-02T03:04')
  })
})

describe('a local minute is read', () => {
  test.each(['UTC', 'Asia/Jakarta', 'America/Caracas'])(
    'as the point in time that it shows in %s',
    (timeZone) => {
      process.env.TZ = timeZone
      const seconds = secondsOf('2030-01-02T03:04')
      expect(seconds).not.toBeNull()
      expect(localMinute(seconds ?? 0)).toBe('2030-01-02T03:04')
    },
  )

  test.each(['', '2030-01-02T', 'tomorrow'])('as null if it is incomplete or invalid: %p', (value) => {
    expect(secondsOf(value)).toBeNull()
  })
})
