// Dub's tests of several destinations: kept as a rule while they run.
import { expect, test } from 'bun:test'
import { dub } from './dub.ts'

const now = Date.parse('2026-06-01T12:00:00Z')

function rulesOf(link: Record<string, unknown>) {
  return dub.link(new Map(Object.entries(link)), now).rules
}

const testvariants = [
  { url: 'https://example.com/a', percentage: 70 },
  { url: 'https://example.com/b', percentage: 30 },
]
const split = {
  when: {},
  to: [
    { long_url: 'https://example.com/a', weight: 70 },
    { long_url: 'https://example.com/b', weight: 30 },
  ],
}

test('a test that is running shares visitors by its percentages, after devices and countries', () => {
  expect(rulesOf({ testvariants })).toEqual([split])
  expect(rulesOf({ testvariants, testcompletedat: '2026-06-02T00:00:00Z' })).toEqual([split])
  const ios = 'https://apps.example.com/'
  expect(rulesOf({ testvariants, ios, geo: { DE: 'https://example.de/' } })).toEqual([
    { when: { os: ['ios'] }, to: [{ long_url: ios }] },
    { when: { country: ['DE'] }, to: [{ long_url: 'https://example.de/' }] },
    split,
  ])
})

test('a test that has ended, and whatever is none, is no rule', () => {
  expect(rulesOf({ testvariants, testcompletedat: '2026-05-31T00:00:00Z' })).toEqual([])
  for (const other of [null, [], 'a', {}]) expect(rulesOf({ testvariants: other, geo: other })).toEqual([])
})
