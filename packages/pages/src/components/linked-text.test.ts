// What becomes a link in text, and where it leads. Any text, however long or strange, stays unchanged and is scanned fast.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ugly } from '../../../../test/generated/ugly-texts.ts'
import { component, samplePage } from '../../../../test/pictures/sample-microsite.ts'
import { renderMicrosite } from '../index.ts'
import { segmentsOf } from './linked-text.ts'

const links = (text: string) =>
  segmentsOf(text).flatMap(({ text, href }) => (href === null ? [] : [[text, href]]))

describe('links are found', () => {
  test.each([
    ['See https://example.com/today.', 'https://example.com/today', 'https://example.com/today'],
    ['(HTTP://Example.com/a_(b))', 'HTTP://Example.com/a_(b)', 'http://example.com/a_(b)'],
    ['**https://example.com/?a=1&b=2**', 'https://example.com/?a=1&b=2', 'https://example.com/?a=1&b=2'],
    [
      'Auf https://bücher.example/ö, gern',
      'https://bücher.example/ö',
      'https://xn--bcher-kva.example/%C3%B6',
    ],
    ['write to Ana.P+x@mail.example.com!', 'Ana.P+x@mail.example.com', 'mailto:Ana.P%2Bx@mail.example.com'],
    ['or call +62 811 234-567 today', '+62 811 234-567', 'tel:+62811234567'],
    ['+1 (555) 010.0199', '+1 (555) 010.0199', 'tel:+15550100199'],
  ])('in %s', (text, shown, href) => expect(links(text)).toEqual([[shown, href]]))

  test.each([
    'javascript:alert(1) data:text/html,x ftp://a.example www.example.com example.com',
    'https:// http://. @ana ana@localhost 3+12345678901 0812345678 1+1=2',
    'Mon-Fri 11:00-22:00, 2026-12-05, Rp 150.000, +5 %',
  ])('not in %s', (text) => expect(links(text)).toEqual([]))
})

test('any typed text is shown unchanged, and links only where a link may lead', () => {
  const parts = fc.constantFrom(
    'https://',
    'a.example',
    '(',
    ')',
    '@',
    '.',
    '+62 ',
    '811',
    ' ',
    '\n',
    '"',
    '<b>',
  )
  const texts = fc.oneof(
    ugly,
    fc.array(parts, { maxLength: 30 }).map((list) => list.join('')),
  )
  fc.assert(
    fc.property(texts, (typed) => {
      const segments = segmentsOf(typed)
      expect(segments.map(({ text }) => text).join('')).toBe(typed)
      for (const { href } of segments) expect(href ?? 'https:').toMatch(/^(?:https?:|mailto:|tel:)/)
    }),
  )
})

test.each([
  'a',
  'a.',
  'a@',
  'a@a',
  '.a',
  '+1',
  '+1 ',
  '1',
  'https://',
  'https://a',
  ')',
  '(',
  'https://a)',
  '\n ',
])('ten thousand characters of %j are scanned quickly', (piece) => {
  const text = piece.repeat(10_000 / piece.length)
  // In quadratic time, they would take far longer than the test's timeout.
  for (let time = 0; time < 20; time++) expect(segmentsOf(text).length).toBeGreaterThan(0)
})

describe('the first line of a TEXT', () => {
  const strong = (content: string) =>
    /<strong>(.*?)<\/strong>/s.exec(
      renderMicrosite(samplePage([component('TEXT', { content })]), 'en').html,
    )?.[1]

  test('is a title if it is short and a blank line is below it', () => {
    expect(strong('Opening <hours>\n\nMon–Fri 11–22')).toBe('Opening &lt;hours&gt;')
    expect(strong('Hours:\r\n \r\nMon–Fri 11–22')).toBe('Hours:')
  })

  test.each([
    'Mon 11–22\nTue 11–22',
    'Alone',
    'Alone\n\n',
    'A sentence ends with a point.\n\nAnd another.',
    `${'long '.repeat(13)}\n\nText`,
    'https://example.com/\n\nText',
  ])('is an ordinary line in %j', (content) => expect(strong(content)).toBeUndefined())
})
