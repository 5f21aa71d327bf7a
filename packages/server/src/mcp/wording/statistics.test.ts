// The clicks of years, in a bounded text.
import { expect, test } from 'bun:test'
import { linkClicks } from './statistics.ts'

test('days past what a text holds are left out, and the text says how to get them', () => {
  const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10)
  const points = Array.from({ length: 3660 }, (_, index) => ({
    date: day(index),
    clicks: 1000,
    bots: 10,
    visitors: 900,
  }))
  const text = linkClicks({ data: points }, { input: {}, now: Date.UTC(2030, 0, 2, 12) })
  expect(text.length).toBeLessThanOrEqual(20_000)
  const lines = text.split('\n')
  expect(lines[0]).toStartWith(
    `3660000 clicks from 2020-01-01 to ${day(3659)} (days in UTC; today is 2030-01-02): 36600 of them by bots`,
  )
  const first = day(lines.length - 2)
  expect(lines.at(-1)).toEndWith(`call again with start ${first}.`)
  expect(lines.at(-2)).toStartWith(`- ${day(lines.length - 3)}: `)
})
