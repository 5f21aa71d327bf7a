// Reads and writes campaign parameters in realistic destinations, and leaves the rest of the URL alone.
import { describe, expect, test } from 'bun:test'
import { readUtm, writeUtm } from './utm.ts'

describe('campaign parameters are read', () => {
  test.each([
    ['https://example.com/?utm_source&utm_medium=a=b', { utm_source: '', utm_medium: 'a=b' }],
    ['example.com?utm_source=news+letter&utm_source=second', { utm_source: 'news letter' }],
    ['https://example.com/?%75tm_term=%E2%9C%93&utm_content=100%', { utm_term: '✓', utm_content: '100%' }],
    ['https://example.com/#?utm_source=mail', {}],
    ['https://example.com/?utm=x', {}],
  ] as const)('from %s', (url, utm) => {
    expect(readUtm(url)).toEqual(utm)
  })
})

describe('a campaign parameter is written', () => {
  test.each([
    [
      'before the fragment',
      'x.example/a?a=1#part',
      'news letter',
      'x.example/a?a=1&utm_source=news%20letter#part',
    ],
    ['where it stood', 'x.example?utm_source=1&b=2&utm_source=3', 'new', 'x.example?utm_source=new&b=2'],
    ['as the only one', 'x.example', '&=', 'x.example?utm_source=%26%3D'],
    ['as nothing, and is gone', 'x.example?utm_source=old#part', '', 'x.example#part'],
    ['as sound text', 'x.example', '\ud800', 'x.example?utm_source=%EF%BF%BD'],
  ] as const)('%s', (_where, url, value, written) => {
    expect(writeUtm(url, 'utm_source', value)).toBe(written)
  })

  test('without touching the rest of the query', () => {
    expect(writeUtm('x.example?q=a+b&&%zz&keep', 'utm_term', 't')).toBe(
      'x.example?q=a+b&&%zz&keep&utm_term=t',
    )
  })
})
