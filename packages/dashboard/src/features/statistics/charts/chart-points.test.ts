// The points of a timeline: their values and labels, and the previous period beside them.
import { describe, expect, test } from 'bun:test'
import type { Report } from '@linnet/contract'
import { chartPoints } from './chart-points.ts'
import { timeLabels } from './time-labels.ts'

const daySeconds = 86_400

/** A report whose points have 0, 1, 2, … clicks, and twice as many scans. */
function report(start: string, days: number, interval: 'hour' | 'day' = 'day'): Report {
  const first = Date.parse(start) / 1000
  const step = interval === 'hour' ? 3600 : daySeconds
  const timeline = Array.from({ length: days }, (_, index) => ({
    at: first + index * step,
    date: new Date((first + index * step) * 1000).toISOString().slice(0, 10),
    clicks: index,
    scans: 2 * index,
    bots: 0,
    visitors: null,
  }))
  return {
    interval,
    timezone: 'UTC',
    timeline,
    start: timeline[0]?.date,
    end: timeline.at(-1)?.date,
  } as unknown as Report
}

const inEnglish = { language: 'en', metric: 'clicks' } as const

describe('the points of a timeline', () => {
  test('have the chosen metric', () => {
    const days = report('2026-11-01', 3)
    expect(chartPoints({ ...inEnglish, report: days, before: null }).map(({ value }) => value)).toEqual([
      0, 1, 2,
    ])
    const scans = chartPoints({ ...inEnglish, report: days, before: null, metric: 'scans' })
    expect(scans.map(({ value }) => value)).toEqual([0, 2, 4])
  })

  test('are unknown in the future, rather than zero', () => {
    const now = Date.parse('2026-11-02T12:00Z') / 1000
    const points = chartPoints({ ...inEnglish, report: report('2026-11-01', 3), before: null, now })
    expect(points.map(({ value }) => value)).toEqual([0, 1, null])
  })

  test('each have the same point of the previous period, or none if it is not compared or shorter', () => {
    const now = report('2026-11-01', 3)
    const points = chartPoints({ ...inEnglish, report: now, before: report('2026-10-29', 2) })
    expect(points.map(({ before }) => before)).toEqual([
      { label: 'Thu, Oct 29, 2026', value: 0 },
      { label: 'Fri, Oct 30, 2026', value: 1 },
      null,
    ])
    const alone = chartPoints({ ...inEnglish, report: now, before: null })
    expect(alone.map(({ before }) => before)).toEqual([null, null, null])
  })
})

describe('a point is labelled', () => {
  const labels = (of: Report, language: 'en' | 'id' = 'en') => timeLabels(of, language)
  const first = (of: Report) => of.timeline[0] as Report['timeline'][number]

  test('with its day', () => {
    const days = report('2026-11-01', 30)
    expect(labels(days).full(first(days))).toBe('Sun, Nov 1, 2026')
    expect(labels(days).axis(first(days))).toBe('Nov 1')
    expect(labels(days, 'id').axis(first(days))).toBe('1 Nov')
  })

  test('with the first and the last of several days', () => {
    const days = report('2026-01-01', 150)
    expect(labels(days).full({ ...first(days), end: '2026-01-07' })).toBe('Jan 1 – 7, 2026')
  })

  test('with its month on the axis of a long range', () => {
    const days = report('2025-11-25', 365)
    expect(labels(days).axis(first(days))).toBe('Nov 2025')
  })

  test('with its hour in the time zone of the report, and the weekday if there are several days', () => {
    const hours = report('2026-11-24', 24, 'hour')
    const inJakarta = { ...hours, timezone: 'Asia/Jakarta' }
    expect(labels(hours, 'id').axis(first(hours))).toBe('0.00')
    expect(labels(inJakarta, 'id').axis(first(hours))).toBe('7.00')
    expect(labels({ ...hours, end: '2026-11-25' }, 'id').axis(first(hours))).toBe('Sel 00.00')
    expect(labels(hours, 'id').full(first(hours))).toBe('24 Nov, 0.00')
  })
})
