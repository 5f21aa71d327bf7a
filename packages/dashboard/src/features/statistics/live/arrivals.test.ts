// Clicks as they arrive: counted for some minutes, and passed on in batches.
import { describe, expect, jest, test } from 'bun:test'
import type { LiveClick } from '@linnet/contract'
import { type Arrivals, countedMilliseconds, recentClicks, withArrivals } from './arrivals.ts'
import { createClickBatch } from './click-batch.ts'

describe('clicks that have arrived', () => {
  const arrivals: Arrivals[] = [
    { at: 1000, clicks: 2 },
    { at: 60_000, clicks: 5 },
  ]

  test('are counted for five minutes', () => {
    expect(recentClicks(arrivals, 60_000)).toBe(7)
    expect(recentClicks(arrivals, 1000 + countedMilliseconds)).toBe(5)
    expect(recentClicks(arrivals, 60_000 + countedMilliseconds)).toBe(0)
  })

  test('are forgotten when later ones arrive, so that the list doesn’t grow forever', () => {
    const at = 1000 + countedMilliseconds
    expect(withArrivals(arrivals, { at, clicks: 1 })).toEqual([
      { at: 60_000, clicks: 5 },
      { at, clicks: 1 },
    ])
  })
})

describe('clicks that arrive together', () => {
  const click = (id: string) => ({ id }) as LiveClick

  test('are passed on together, the newest first', () => {
    jest.useFakeTimers()
    try {
      const batches: string[][] = []
      const batch = createClickBatch((clicks) => batches.push(clicks.map(({ id }) => id)))
      batch.add(click('a'))
      jest.advanceTimersByTime(50)
      batch.add(click('b'))
      expect(batches).toEqual([])
      jest.advanceTimersByTime(50)
      batch.add(click('c'))
      jest.advanceTimersByTime(100)
      expect(batches).toEqual([['b', 'a'], ['c']])
    } finally {
      jest.useRealTimers()
    }
  })

  test('are not passed on once the stream is closed', () => {
    jest.useFakeTimers()
    try {
      const batches: LiveClick[][] = []
      const batch = createClickBatch((clicks) => batches.push(clicks))
      batch.add(click('a'))
      batch.cancel()
      jest.advanceTimersByTime(1000)
      expect(batches).toEqual([])
    } finally {
      jest.useRealTimers()
    }
  })
})
