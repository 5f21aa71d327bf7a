// The shares of a rule's destinations, and the intervals of these shares, checked against published ones.
import { expect, test } from 'bun:test'
import { clicksByRule, wilsonInterval } from './rule-clicks.ts'

test.each([
  // R. G. Newcombe: Two-sided confidence intervals for the single proportion. Statistics in Medicine 17 (1998), table I.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the interval of %d of %d is the published one', (some, all, low, high) => {
  const interval = wilsonInterval(some, all)
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
  // The rest has the opposite interval.
  const rest = wilsonInterval(all - some, all)
  expect(rest.low).toBeCloseTo(1 - interval.high, 12)
  expect(rest.high).toBeCloseTo(1 - interval.low, 12)
})

test('an interval holds the share, stays between 0 and 1, and becomes narrower with more clicks', () => {
  for (const share of [0, 0.01, 0.3, 0.5, 0.99, 1]) {
    let width = 1
    for (const all of [1, 10, 100, 10_000, 1_000_000_000]) {
      const some = Math.round(all * share)
      const { low, high } = wilsonInterval(some, all)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(low).toBeLessThanOrEqual(some / all + 1e-12)
      expect(high).toBeGreaterThanOrEqual(some / all - 1e-12)
      expect(high).toBeLessThanOrEqual(1)
      expect(high - low).toBeLessThan(width)
      width = high - low
    }
  }
})

const split = {
  id: 'rul_2',
  to: [
    { id: 'dst_7', weight: 70 },
    { id: 'dst_3', weight: 30 },
  ],
}
const single = { id: 'rul_1', to: [{ id: 'dst_1', weight: 1 }] }

test('a destination has its observed share and interval beside the share by weight', () => {
  expect(clicksByRule({ '2.3': 81, '2.7': 182 }, [split])).toEqual([
    {
      id: 'rul_2',
      clicks: 263,
      destinations: [
        { id: 'dst_7', clicks: 182, observed: 0.692, low: 0.6338, high: 0.7447, intended: 0.7 },
        { id: 'dst_3', clicks: 81, observed: 0.308, low: 0.2553, high: 0.3662, intended: 0.3 },
      ],
    },
  ])
})

test('rules and destinations without clicks are listed, without shares of nothing', () => {
  expect(clicksByRule({ '2.7': 1 }, [split, single])).toEqual([
    {
      id: 'rul_2',
      clicks: 1,
      destinations: [
        { id: 'dst_7', clicks: 1, observed: 1, low: 0.2065, high: 1, intended: 0.7 },
        { id: 'dst_3', clicks: 0, observed: 0, low: 0, high: 0.7935, intended: 0.3 },
      ],
    },
    {
      id: 'rul_1',
      clicks: 0,
      destinations: [{ id: 'dst_1', clicks: 0, observed: null, low: null, high: null, intended: 1 }],
    },
  ])
})

test('former rules and destinations come last, with their clicks and no intended share', () => {
  const clicks = { '12.9': 4, '1.2': 1, '1.1': 1, '5.6': 1, '12.10': 6 }
  const [first, ...former] = clicksByRule(clicks, [single])
  expect(first).toMatchObject({ id: 'rul_1', clicks: 2 })
  expect(first?.destinations).toMatchObject([
    { id: 'dst_1', clicks: 1, observed: 0.5, intended: 1 },
    { id: 'dst_2', clicks: 1, observed: 0.5, intended: null },
  ])
  expect(former).toMatchObject([
    { id: 'rul_5', clicks: 1, destinations: [{ id: 'dst_6', intended: null }] },
    {
      id: 'rul_12',
      clicks: 10,
      destinations: [
        { id: 'dst_9', observed: 0.4, intended: null },
        { id: 'dst_10', observed: 0.6, intended: null },
      ],
    },
  ])
})

test('clicks of more rules than a day counts are left out', () => {
  expect(clicksByRule({ other: 3 }, [])).toEqual([])
})
