// The days in a range, in the reader's time zone and within the plan's limit.
import { describe, expect, test } from 'bun:test'
import { addDays, chosenRange, isShown, todayIn, usualRange, zoneOf } from './days.ts'

const today = '2026-11-21'

test('a day is the one in the named time zone', () => {
  const now = new Date('2026-11-21T20:00:00Z')
  expect([todayIn('UTC', now), todayIn('Asia/Jakarta', now)]).toEqual(['2026-11-21', '2026-11-22'])
  expect([zoneOf('Asia/Jakarta'), zoneOf('+07:00')]).toEqual(['Asia/Jakarta', 'UTC'])
  expect([addDays('2026-03-01', -1), addDays('2026-12-31', 1)]).toEqual(['2026-02-28', '2027-01-01'])
})

describe('a range', () => {
  test.each([
    ['today', '2026-11-21'],
    ['7d', '2026-11-15'],
    ['30d', '2026-10-23'],
    ['90d', '2026-08-24'],
    ['12m', '2025-11-22'],
  ] as const)('%s begins on %s', (range, start) => {
    expect(chosenRange({ range }, today, null)).toEqual({ range, days: { start, end: today } })
  })

  test('with chosen days runs from one day to a day that is not before it', () => {
    const own = { range: 'custom', start: '2026-10-02', end: '2026-10-05' } as const
    expect(chosenRange(own, today, null).days).toEqual({ start: '2026-10-02', end: '2026-10-05' })
    expect(chosenRange({ ...own, end: '2026-10-01' }, today, null).range).toBe('30d')
    expect(chosenRange({ range: 'custom' }, today, null).range).toBe('30d')
  })

  test('is limited to what the plan shows', () => {
    const shown = (['today', '7d', '30d', '90d', '12m', 'custom'] as const).filter((range) =>
      isShown(range, 30),
    )
    expect(shown).toEqual(['today', '7d', '30d', 'custom'])
    expect([usualRange(null), usualRange(30), usualRange(28), usualRange(1)]).toEqual([
      '30d',
      '30d',
      '7d',
      'today',
    ])
  })
})
