// Pasted lines and files as people have them: common encodings and separators, with and without a header, and their errors.
import { describe, expect, test } from 'bun:test'
import { decode } from './decoding.ts'
import { rowsOf } from './rows.ts'
import { settingsIn } from './settings.ts'
import { noMapping, readTable } from './table.ts'

const text = 'Judul;Tujuan;Kode\r\n"Dua\r\nbaris";https://example.com/é;\r\nCafé;https://example.com/b;\r\n'
const utf16 = (order: 'le' | 'be') => {
  const units = Buffer.from(`\u{feff}${text}`, 'utf16le')
  return order === 'le' ? units : units.swap16()
}
const unmarked = (bytes: Buffer) => bytes.subarray(2)

describe('a file is read', () => {
  test.each([
    ['utf-8', Buffer.from(`\u{feff}${text}`)],
    ['utf-8', Buffer.from(text)],
    ['utf-16le', utf16('le')],
    ['utf-16be', utf16('be')],
    ['utf-16le', unmarked(utf16('le'))],
    ['utf-16be', unmarked(utf16('be'))],
    ['windows-1252', Buffer.from(text, 'latin1')],
  ] as const)('as %s', (encoding, bytes) => {
    expect(decode(bytes)).toEqual({ text, encoding })
  })
})

const rows = (content: string, separator: Parameters<typeof readTable>[1] = 'automatic') => {
  const table = readTable(content, separator)
  return rowsOf(table, table.mapping, table.hasHeader)
}
const linksOf = (content: string) =>
  rows(content).map(({ long_url, short, title, problem }) => [long_url, short, title, problem])

describe('a table', () => {
  test('finds its columns by name, in both languages, and reads line breaks within quotes', () => {
    expect(rows(text)).toEqual([
      {
        number: 2,
        long_url: 'https://example.com/é',
        short: '',
        title: 'Dua baris',
        settings: {},
        problem: null,
      },
      { number: 3, long_url: 'https://example.com/b', short: '', title: 'Café', settings: {}, problem: null },
    ])
    expect(linksOf('Title\tDestination URL\nCafé\texample.com/a\n')).toEqual([
      ['https://example.com/a', '', 'Café', null],
    ])
  })

  test('has URLs, codes and titles, in this order, if there is no header', () => {
    expect(linksOf('https://example.com/1,a-b,Title\nexample.com/2')).toEqual([
      ['https://example.com/1', 'a-b', 'Title', null],
      ['https://example.com/2', '', '', null],
    ])
    expect(linksOf('first,https://example.com/a,b\nsecond,https://example.com/c,d')[0]?.[0]).toBe(
      'https://example.com/a',
    )
  })

  test('keeps commas in URLs', () => {
    expect(linksOf('https://example.com/@-6.2,106.8,15z\nhttps://example.com/plain')).toEqual([
      ['https://example.com/@-6.2,106.8,15z', '', '', null],
      ['https://example.com/plain', '', '', null],
    ])
  })

  test('uses the separator that is chosen', () => {
    const lines = 'first,https://example.com/a,b\nsecond,https://example.com/c,d'
    expect(rows(lines, 'none').map(({ problem }) => problem)).toEqual(['address', 'address'])
    expect(readTable(lines, ',').cells).toEqual([
      ['first', 'https://example.com/a', 'b'],
      ['second', 'https://example.com/c', 'd'],
    ])
  })
})

describe('an error in a row', () => {
  test.each([
    ['some words', 'not an address', 'address'],
    ['a script', 'javascript:alert(1)', 'address'],
    ['one word', 'word', 'address'],
    ['a URL with a password', 'https://user:secret@example.com/', 'userinfo'],
    ['a very long URL', `https://example.com/${'x'.repeat(8192)}`, 'long'],
    ['this machine, which is nothing', 'https://localhost/', null],
    ['a host alone, which is nothing', 'example.com', null],
  ] as const)('is reported for %s', (_what, destination, problem) => {
    const table = { cells: [[destination]] }
    const mapping = { ...noMapping, destination: 0 }
    expect(rowsOf({ ...table, hasHeader: false, mapping }, mapping, false)[0]?.problem).toBe(problem)
  })

  test('is reported for codes, repeated codes, titles and missing values', () => {
    const cells = [
      ['example.com/1', 'own', 'Title'],
      ['example.com/2', 'own', ''],
      ['example.com/3', 'not a code', ''],
      ['example.com/4', '', 'x'.repeat(49)],
      ['', 'other', ''],
    ]
    const mapping = { ...noMapping, destination: 0, code: 1, title: 2 }
    expect(
      rowsOf({ cells, hasHeader: false, mapping }, mapping, false).map(({ problem }) => problem),
    ).toEqual([null, 'repeated', 'code', 'title', 'missing'])
  })

  test('is found quickly in ten thousand rows', () => {
    const lines = Array.from({ length: 10_000 }, (_, n) =>
      n % 100 === 7 ? `broken row ${n}` : `https://example.com/${n},,"Title ${n}"`,
    )
    const found = rows(lines.join('\n'))
    expect(found.filter(({ problem }) => problem === 'address')).toHaveLength(100)
    expect(found.filter(({ problem }) => problem === null)).toHaveLength(9900)
  })
})

describe('the settings of a row', () => {
  const header = 'url,note,starts_at,max_clicks,ended_url,forward_query,Forward path\n'
  const settings = (cells: string) => settingsIn(rows(header + cells)[0]?.settings ?? {})

  test('are read as people write them, and missing where cells are empty', () => {
    expect(settings('example.com/a,For Ana,2030-01-31 18:00,100,example.com/ended,yes,Tidak')).toEqual({
      note: 'For Ana',
      starts_at: new Date(2030, 0, 31, 18).getTime() / 1000,
      max_clicks: 100,
      ended_url: 'https://example.com/ended',
      forward_query: true,
      forward_path: false,
    })
    expect(settings('example.com/a,,2030-01-31,,,,')).toEqual({
      starts_at: new Date(2030, 0, 31).getTime() / 1000,
    })
    expect(settings('example.com/a,,1900000000,,,,')).toEqual({ starts_at: 1_900_000_000 })
    expect(settings('example.com/a,,,,,,')).toEqual({})
  })

  test('include tags, between commas or semicolons in one cell', () => {
    const tagged = (cell: string) => rows(`url,tags\nexample.com/a,"${cell}"`)[0]
    expect(settingsIn(tagged('spring, Ads;news ,')?.settings ?? {})).toEqual({
      tags: ['spring', 'Ads', 'news'],
    })
    expect(tagged('x'.repeat(49))?.problem).toBe('tags')
    expect(tagged(Array.from({ length: 21 }, (_, n) => n).join(';'))?.problem).toBe('tags')
  })

  test.each([
    [`${'x'.repeat(2001)},,,,,`, 'note'],
    [',tomorrow,,,,', 'starts_at'],
    [',2030-13-45,,,,', 'starts_at'],
    [',,0,,,', 'max_clicks'],
    [',,1.5,,,', 'max_clicks'],
    [',,,not an address,,', 'ended_url'],
    [',,,,maybe,', 'forward_query'],
    [',,,,,2', 'forward_path'],
  ])('are reported if they can’t be read: %s', (cells, problem) => {
    expect(rows(`${header}example.com/a,${cells}`)[0]?.problem).toBe(problem as never)
  })
})
