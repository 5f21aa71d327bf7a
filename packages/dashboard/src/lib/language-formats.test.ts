// Numbers, dates and durations for people.
import { beforeAll, describe, expect, test } from 'bun:test'
import { loadLanguage } from '@linnet/languages'
import { type Formats, formatsIn } from './language-formats.ts'

let en: Formats
let id: Formats
beforeAll(async () => {
  await loadLanguage('id', 'dashboard')
  en = formatsIn('en')
  id = formatsIn('id')
})

describe('a number', () => {
  test('has its digits in groups of three, like Intl.NumberFormat', () => {
    for (const value of [0, 7, 999, 1000, 12_345, 1_000_000, Number.MAX_SAFE_INTEGER, -1234, 1234.5]) {
      expect(en.number(value)).toBe(new Intl.NumberFormat('en').format(value))
      expect(id.number(value)).toBe(new Intl.NumberFormat('id').format(value))
    }
  })

  test.each([
    [0, '0', '0'],
    [999, '999', '999'],
    [1900, '1.9K', '1,9 rb'],
    [12_000, '12K', '12 rb'],
    [3_450_000, '3.5M', '3,5 jt'],
  ])('has a short form: %d', (value, english, indonesian) => {
    expect(en.short(value)).toBe(english)
    expect(id.short(value).replace(/\s/g, ' ')).toBe(indonesian)
  })

  test('is a percentage with at most one decimal', () => {
    expect([0, 0.5, 0.333, 1, 12.3456].map(en.percent)).toEqual(['0%', '50%', '33.3%', '100%', '1,234.6%'])
  })
})

describe('a point in time', () => {
  const now = Date.parse('2026-11-24T12:00Z') / 1000

  test.each([
    [-10, 'just now'],
    [10, 'this minute'],
    [-90, '1 minute ago'],
    [-3600, '1 hour ago'],
    [-86_399, '23 hours ago'],
    [-86_400, 'yesterday'],
    [-40 * 86_400, 'last month'],
    [-800 * 86_400, '2 years ago'],
    [3 * 86_400, 'in 3 days'],
  ])('%d seconds away is %p', (seconds, text) => {
    expect(en.ago(now + seconds, now)).toBe(text)
  })

  test('is as far away as Intl.RelativeTimeFormat says', () => {
    const sizes = { year: 31_536_000, month: 2_592_000, day: 86_400, hour: 3600, minute: 60 }
    const most = { year: 7000, month: 12, day: 29, hour: 23, minute: 59 }
    for (const [language, formats] of Object.entries({ en, id })) {
      const intl = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
      for (const unit of ['year', 'month', 'day', 'hour', 'minute'] as const)
        for (let count = -most[unit]; count <= most[unit]; count++)
          if (count !== 0) expect(formats.ago(now + count * sizes[unit], now)).toBe(intl.format(count, unit))
    }
  })

  test('is a day, or a day with a time', () => {
    const noon = new Date(2026, 10, 24, 12, 5).getTime() / 1000
    expect(en.day(noon)).toBe('Nov 24, 2026')
    expect(en.moment(noon).replace(/\s/g, ' ')).toBe('Nov 24, 2026, 12:05 PM')
    expect(id.moment(noon)).toBe('24 Nov 2026, 12.05')
  })
})

test('a size is in the unit that fits', () => {
  expect([500, 20_000, 1_500_000, 2_000_000_000].map(en.bytes)).toEqual(['0.5 kB', '20 kB', '1.5 MB', '2 GB'])
})

test('a duration is in its largest unit, rounded down', () => {
  expect([0, 59, 60, 7199, 90_000, 400 * 86_400].map(en.span)).toEqual([
    '0 seconds',
    '59 seconds',
    '1 minute',
    '1 hour',
    '1 day',
    '1 year',
  ])
})

test('a list is joined as the language does it', () => {
  expect(en.list(['a', 'b', 'c'])).toBe('a, b, and c')
  expect(id.list(['a', 'b', 'c'])).toBe('a, b, dan c')
})
