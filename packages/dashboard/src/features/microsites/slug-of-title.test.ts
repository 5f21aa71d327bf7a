// The slug that a title suggests.
import { expect, test } from 'bun:test'
import { longestShortCode, shortCodePattern } from '@linnet/contract/short-codes'
import { slugOf } from './slug-of-title.ts'

test.each([
  ['Ana & Co', 'ana-co'],
  ['  Café Zoë!  ', 'cafe-zoe'],
  ['Ｆｕｌｌ ｗｉｄｔｈ', 'full-width'],
  ['100 % batik', '100-batik'],
  ['東京', ''],
])('%p suggests %p', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('it is a short code, however long the title is', () => {
  const slug = slugOf('A very long title '.repeat(20))
  expect(slug).toHaveLength(longestShortCode)
  expect(slug).toMatch(shortCodePattern)
})
