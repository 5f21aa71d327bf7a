// Destinations as people type and paste them.
import { describe, expect, test } from 'bun:test'
import { completeUrl, pastedUrl } from './pasted-urls.ts'

describe('a typed destination', () => {
  test.each([
    ['example.com/a', 'https://example.com/a'],
    ['  example.com  ', 'https://example.com'],
    ['http://example.com', 'http://example.com'],
    ['HTTPS://EXAMPLE.COM', 'HTTPS://EXAMPLE.COM'],
    // The server refuses it, and says why.
    ['mailto:ana@example.com', 'mailto:ana@example.com'],
    ['', ''],
    ['   ', ''],
  ])('%p is completed to %p', (typed, url) => {
    expect(completeUrl(typed)).toBe(url)
  })
})

describe('pasted content', () => {
  const pasted = (plain: string, html = '') =>
    ({ getData: (type: string) => (type === 'text/html' ? html : plain) }) as DataTransfer

  test('is its URL, whatever else the source page adds', () => {
    const link = '<a href="https://other.example/">https://example.com/a?b=c</a>'
    expect(pastedUrl(pasted(' https://example.com/a?b=c\n', link))).toBe('https://example.com/a?b=c')
  })
})
