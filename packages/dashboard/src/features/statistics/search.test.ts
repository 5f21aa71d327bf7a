// The URL of the statistics page, as people share and edit it.
import { expect, test } from 'bun:test'
import { reportRequestOf } from './report-query.ts'
import { readStatisticsSearch } from './search.ts'

const said = (search: Record<string, unknown>) => JSON.parse(JSON.stringify(readStatisticsSearch(search)))

test('known parameters are kept', () => {
  const search = {
    link: 'lnk_1',
    range: 'custom',
    start: '2026-10-02',
    end: '2026-10-05',
    kind: 'scans',
    crawlers: true,
    compare: false,
    metric: 'visitors',
    country: 'ID',
    device: 'mobile',
  }
  expect(said(search)).toEqual(search)
})

test('invalid parameters are dropped, and a number or boolean is read as the string it was', () => {
  const silly = { range: 'silly', start: 'yesterday', end: '2026-13-01', metric: [1], kind: { a: 1 } }
  expect(
    said({ ...silly, country: '', crawlers: 'maybe', referer: 'x'.repeat(513), os: 1, browser: true }),
  ).toEqual({
    os: '1',
    browser: 'true',
  })
})

test('by default the server is asked for all clicks except those of bots', () => {
  const days = { start: '2026-10-02', end: '2026-10-05' }
  const asked = (search: Record<string, unknown>) =>
    JSON.parse(JSON.stringify(reportRequestOf(readStatisticsSearch(search), days, 'Asia/Jakarta')))
  expect(asked({})).toEqual({ ...days, timezone: 'Asia/Jakarta', crawlers: false, kind: 'all' })
  expect(asked({ link: 'lnk_1', kind: 'scans', crawlers: true, country: 'ID' })).toEqual({
    ...days,
    timezone: 'Asia/Jakarta',
    link: 'lnk_1',
    crawlers: true,
    kind: 'scans',
    country: 'ID',
  })
})
