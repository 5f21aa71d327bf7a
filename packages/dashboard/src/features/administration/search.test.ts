// The state of the administration's lists in the URL, which people also type and edit.
import { describe, expect, test } from 'bun:test'
import { readAdministrationSearch, withoutDefaults } from './search.ts'

describe('the URL is read', () => {
  test('with its search, filter and page', () => {
    const search = { search: 'ana@', status: 'blocked', page: 3 } as const
    expect(readAdministrationSearch(search)).toEqual(search)
    expect(readAdministrationSearch({ search: 7, page: '12' })).toEqual({ search: '7', page: 12 })
  })

  test.each([
    { search: '  ', status: 'asleep', page: 1 },
    { search: undefined, status: ['blocked'], page: 'last' },
    { search: null, page: -3 },
    { page: 0.5 },
    { unknown: 'x' },
  ])('without invalid and default values: %p', (given) => {
    expect(readAdministrationSearch(given)).toEqual({})
  })

  test('with a search that the server accepts: short, well-formed, and without control characters', () => {
    expect(readAdministrationSearch({ search: 'a\u0000b\nc' })).toEqual({ search: 'a b c' })
    const { search = '' } = readAdministrationSearch({ search: '😀'.repeat(200) })
    expect(search.length).toBe(254)
    expect(readAdministrationSearch({ search: `${'x'.repeat(253)}😀` }).search?.isWellFormed()).toBe(true)
  })

  test('with a page that the server accepts', () => {
    expect(readAdministrationSearch({ page: 1e12 })).toEqual({ page: 1_000_000 })
    expect(readAdministrationSearch({ page: 2.9 })).toEqual({ page: 2 })
  })
})

test('the URL leaves out default values', () => {
  expect(withoutDefaults({ search: ' ', status: 'all', page: 1 })).toEqual({})
  expect(withoutDefaults({ search: 'ana', status: 'active', page: 2 })).toEqual({
    search: 'ana',
    status: 'active',
    page: 2,
  })
})
