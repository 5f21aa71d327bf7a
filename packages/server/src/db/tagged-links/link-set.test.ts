// Sets of links as bits, compared with the sets of the language.
import { expect, test } from 'bun:test'
import { LinkSet } from './link-set.ts'

const numbers = (count: number, step: number, from = 1) =>
  Array.from({ length: count }, (_, index) => from + index * step)

function setOf(ids: readonly number[]): LinkSet {
  const set = new LinkSet()
  for (const id of ids) set.set(id, true)
  return set
}

const all = (set: LinkSet) => set.slice(0, Number.MAX_SAFE_INTEGER, 'asc')

test('a set has what was added and not removed, in the order of the numbers', () => {
  const ids = [1, 31, 32, 4095, 4096, 4097, 2 ** 31, 2 ** 40, 2 ** 52]
  const set = setOf(ids.toReversed())
  expect([set.size, all(set)]).toEqual([ids.length, ids])
  set.set(4096, false)
  set.set(77_777, false)
  expect([set.has(4096), set.has(4095), set.has(5)]).toEqual([false, true, false])
  expect(set.slice(0, 100, 'desc')).toEqual(ids.filter((id) => id !== 4096).toReversed())
})

test('an intersection has what all sets have, without what is excepted', () => {
  const [two, three, seven] = [numbers(30_000, 2), numbers(20_000, 3), numbers(9000, 7)]
  const expected = new Set(two).intersection(new Set(three)).difference(new Set(seven))
  expect(all(LinkSet.intersection([setOf(two), setOf(three)], [setOf(seven)]))).toEqual(
    [...expected].sort((a, b) => a - b),
  )
  expect(LinkSet.intersection([setOf(two), new LinkSet()]).size).toBe(0)
})

test('a slice is the same as that of a list, from both ends', () => {
  const ids = [...numbers(5000, 3), ...numbers(300, 977, 1_000_000)]
  const set = setOf(ids)
  for (const [offset, limit] of [
    [0, 10],
    [4990, 20],
    [5290, 50],
    [5300, 10],
    [2500, 100],
  ] as const) {
    expect(set.slice(offset, limit, 'asc')).toEqual(ids.slice(offset, offset + limit))
    expect(set.slice(offset, limit, 'desc')).toEqual(ids.toReversed().slice(offset, offset + limit))
  }
})
