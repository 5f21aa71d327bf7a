// Statistics as CSV files for spreadsheets, and the buckets of the timeline.
import { describe, expect, test } from 'bun:test'
import type { Report } from '@linnet/contract'
import { csvOf } from '../../lib/csv.ts'
import { rowsOf } from './csv.ts'
import { bucketsOf } from './timeline-buckets.ts'

const messages = {
  date: 'Date',
  time: 'Time',
  name: 'Name',
  code: 'Code',
  title: 'Title',
  metrics: { clicks: 'clicks', visitors: 'visitors', scans: 'scans', bots: 'bots' },
}

/** A report of this many days, which have 0, 1, 2, … clicks. */
function report(days: number, visitors: number | null = 1): Report {
  const timeline = Array.from({ length: days }, (_, day) => ({
    at: day * 86_400,
    date: new Date(day * 86_400_000).toISOString().slice(0, 10),
    clicks: day,
    visitors,
    scans: 1,
    bots: 0,
  }))
  const breakdowns = {
    locations: [{ code: 'US', name: 'United States', clicks: 3 }],
    links: [{ short_url: 'https://short.example/a', title: '＝SALE("a")', clicks: 3 }],
    referers: [{ name: '=1+1', clicks: 2 }],
  }
  return { interval: 'day', timezone: 'Asia/Jakarta', timeline, breakdowns } as unknown as Report
}

describe('a section of a report', () => {
  test.each([
    ['locations', 'Code,Name,clicks\r\nUS,United States,3'],
    ['links', `URL,Title,clicks\r\nhttps://short.example/a,"'＝SALE(""a"")",3`],
    ['referers', `Name,clicks\r\n"'=1+1",2`],
    ['devices', 'Name,clicks'],
    ['timeline', 'Date,clicks,visitors,scans,bots\r\n1970-01-01,0,,1,0\r\n1970-01-02,1,,1,0'],
  ] as const)('%s is a file without formulas', (section, text) => {
    expect(csvOf(rowsOf(report(2, null), section, messages))).toBe(`\uFEFF${text}`)
  })

  test('has hours in the time zone of the report', () => {
    expect(rowsOf({ ...report(1), interval: 'hour' }, 'timeline', messages)).toEqual([
      ['Date', 'Time (Asia/Jakarta)', 'clicks', 'visitors', 'scans', 'bots'],
      ['1970-01-01', '07:00', 0, 1, 1, 0],
    ])
  })
})

describe('the buckets of a timeline', () => {
  test('are its days or, if there are too many, weeks, the last of which is complete', () => {
    expect(bucketsOf(report(120))).toHaveLength(120)
    const weeks = bucketsOf(report(365))
    expect(weeks).toHaveLength(53)
    expect(weeks[0]).toMatchObject({ date: '1970-01-01', end: '1970-01-01' })
    expect(weeks.at(-1)).toMatchObject({
      date: '1970-12-25',
      end: '1970-12-31',
      clicks: 358 + 359 + 360 + 361 + 362 + 363 + 364,
      visitors: 7,
      scans: 7,
    })
    expect(bucketsOf(report(801))).toHaveLength(29)
  })

  test('have no visitor count if one of their days has none', () => {
    expect(bucketsOf(report(365, null)).at(-1)?.visitors).toBeNull()
  })
})
