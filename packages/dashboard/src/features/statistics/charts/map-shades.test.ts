// How strong a country's colour is: the more clicks, the stronger, without one large country leaving all others pale.
import { expect, test } from 'bun:test'
import { shadeOf, shades } from './map-shades.ts'

test('a country without clicks has no colour, and any other one has', () => {
  expect(shadeOf(0, 0)).toBeNull()
  expect(shadeOf(0, 1000)).toBeNull()
  expect(shadeOf(1, 1_000_000)).toBe(0)
})

test('the country with the most clicks has the strongest colour', () => {
  for (const most of [1, 2, 10, 123_456]) expect(shadeOf(most, most)).toBe(shades - 1)
})

test('a quarter of the clicks has a shade in the middle', () => {
  expect(shadeOf(25, 100)).toBe(2)
})

test('more clicks never have a weaker colour, and every shade is used', () => {
  const all = Array.from({ length: 1000 }, (_, index) => shadeOf(index + 1, 1000) ?? -1)
  expect(all).toEqual(all.toSorted((one, other) => one - other))
  expect([...new Set(all)]).toEqual(Array.from({ length: shades }, (_, shade) => shade))
})
