// Selecting links: one by one or a range of rows, up to the limit of one request.
import { describe, expect, test } from 'bun:test'
import type { Link } from '@linnet/contract'
import { pageSize } from './search-params.ts'
import { mostSelected, slicesOf, toggled, withLinks } from './selected-links.ts'

const link = (id: number | string, title = '') => ({ id: `lnk_${id}`, title }) as Link
const links = (count: number) => Array.from({ length: count }, (_, index) => link(index))
const selection = (of: Link[]) => new Map(of.map((one) => [one.id, one]))

describe('toggling a link', () => {
  test('selects and deselects it, and leaves the earlier selection as it was', () => {
    const none = selection([])
    const one = toggled(none, link('a'))
    expect([...one.keys()]).toEqual(['lnk_a'])
    expect([...toggled(one, link('a')).keys()]).toEqual([])
    expect(none.size).toBe(0)
    expect(one.size).toBe(1)
  })

  test('selects none beyond the limit, but still deselects', () => {
    const full = selection(links(mostSelected))
    expect(toggled(full, link('more')).size).toBe(mostSelected)
    expect(toggled(full, link(0)).size).toBe(mostSelected - 1)
  })
})

describe('adding links', () => {
  test('keeps what is selected, up to the limit', () => {
    const before = selection(links(mostSelected - 1))
    const after = withLinks(before, [link('a'), link('b')])
    expect(after.size).toBe(mostSelected)
    expect(after.has('lnk_a')).toBe(true)
    expect(after.has('lnk_b')).toBe(false)
  })

  test('updates those that are selected, even at the limit', () => {
    const after = withLinks(selection(links(mostSelected)), [link(0, 'Renamed')])
    expect(after.get('lnk_0')?.title).toBe('Renamed')
  })
})

describe('a range of rows', () => {
  test('is part of a page, in either direction', () => {
    const slices = [{ page: 0, start: 3, end: 6 }]
    expect(slicesOf(3, 5)).toEqual({ slices, isAll: true })
    expect(slicesOf(5, 3)).toEqual({ slices, isAll: true })
  })

  test('is the end of a page, all of the next one, and the start of another', () => {
    expect(slicesOf(pageSize - 1, 2 * pageSize)).toEqual({
      slices: [
        { page: 0, start: pageSize - 1, end: pageSize },
        { page: 1, start: 0, end: pageSize },
        { page: 2, start: 0, end: 1 },
      ],
      isAll: true,
    })
  })

  test('is cut off at the limit, and says so', () => {
    const rowsIn = ({ slices }: ReturnType<typeof slicesOf>) =>
      slices.reduce((sum, { start, end }) => sum + end - start, 0)
    expect(slicesOf(7, 7 + mostSelected - 1).isAll).toBe(true)
    expect(slicesOf(7, 7 + mostSelected).isAll).toBe(false)
    expect(rowsIn(slicesOf(7, 7 + mostSelected - 1))).toBe(mostSelected)
    expect(rowsIn(slicesOf(7, 500_000))).toBe(mostSelected)
  })
})
