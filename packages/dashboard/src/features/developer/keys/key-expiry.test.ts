// When a new API key expires.
import { expect, test } from 'bun:test'
import { expiryTime } from './key-expiry.ts'

const now = new Date(2026, 10, 24, 12, 0, 0).getTime()

test('never', () => {
  expect(expiryTime({ choice: '', day: '2026-12-01' }, now)).toBeNull()
})

test('after a number of days, to the second', () => {
  expect(expiryTime({ choice: '30', day: '' }, now)).toBe(now / 1000 + 30 * 86_400)
})

test('at the end of the chosen day in this browser’s time zone, which may be today', () => {
  const end = new Date(2026, 10, 24, 23, 59, 59).getTime() / 1000
  expect(expiryTime({ choice: 'day', day: '2026-11-24' }, now)).toBe(end)
})

test.each(['2026-11-23', '', '2026-13-01'])('a past, missing or invalid day is refused: %p', (day) => {
  expect(expiryTime({ choice: 'day', day }, now)).toBeUndefined()
})
