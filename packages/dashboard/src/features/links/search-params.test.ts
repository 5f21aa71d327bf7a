// The search parameters of the list of links, as people type, edit and share them.
import { expect, test } from 'bun:test'
import { filterOf, listParameters, searchOf, validateLinksSearch } from './search-params.ts'

test('keeps known parameters, and drops everything else', () => {
  const search = { q: 'pears', status: 'all', sort: 'oldest', link: 'lnk_1', more: 'x' } as const
  const { more: _, ...known } = search
  expect(validateLinksSearch(search)).toEqual(known)
  expect(validateLinksSearch({ q: ['x'], status: 'active', sort: 'newest', link: '' })).toEqual({})
  expect(validateLinksSearch({ q: ' \n ', status: 'silly', sort: 1 })).toEqual({})
})

test('keeps one tag as a string, several as a list, and names that look like numbers or are repeated', () => {
  expect(validateLinksSearch({ tag: 'spring' })).toEqual({ tag: 'spring' })
  expect(validateLinksSearch({ tag: ['a', ' b ', 2026, 'a', '', null, 'x'.repeat(49), '\n'] })).toEqual({
    tag: ['a', 'b', '2026'],
  })
  expect(validateLinksSearch({ tag: { a: 1 } })).toEqual({})
  const filter = filterOf({ tag: 'spring' })
  expect(listParameters(filter, 0).tag).toEqual(['spring'])
  expect(searchOf(filter)).toEqual({ tag: 'spring' })
})

test('takes numbers as search text, and makes it one valid line of limited length', () => {
  expect(validateLinksSearch({ q: 2026 })).toEqual({ q: '2026' })
  expect(validateLinksSearch({ q: `a\tb\ud800${'x'.repeat(900)}` }).q).toBe(`a b\ufffd${'x'.repeat(496)}`)
})

test('defaults to active links, newest first', () => {
  expect(listParameters(filterOf({}), 0)).toEqual({ page: 1, limit: 40, status: 'active', sort: 'newest' })
  const filter = filterOf({ q: ' pears ', status: 'archived', sort: 'oldest' })
  expect(listParameters(filter, 2)).toEqual({
    page: 3,
    limit: 40,
    status: 'archived',
    sort: 'oldest',
    search: 'pears',
  })
  expect(searchOf(filter)).toEqual({ q: 'pears', status: 'archived', sort: 'oldest' })
})
