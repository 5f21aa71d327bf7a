// The geometry of charts: round ticks, positions, paths with gaps, and labels that fit.
import { describe, expect, test } from 'bun:test'
import {
  areaPath,
  chartLayout,
  type Frame,
  labelledIndexes,
  linePath,
  runsOf,
  scaleOf,
  ticksFor,
} from './chart-geometry.ts'

const frame: Frame = { width: 240, height: 140, left: 30, right: 10, top: 20, bottom: 20 }

describe('the ticks of an axis', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 1, 2, 3, 4]],
    [8, [0, 2, 4, 6, 8]],
    [100, [0, 25, 50, 75, 100]],
    [101, [0, 50, 100, 150]],
    [9_999, [0, 2_500, 5_000, 7_500, 10_000]],
  ])('up to %d are %p', (most, ticks) => {
    expect(ticksFor(most)).toEqual(ticks)
  })

  test('are a few evenly spaced integers, from 0 to at least the highest value', () => {
    for (let most = 0; most < 20_000; most += 7) {
      const ticks = ticksFor(most)
      const step = ticks[1] ?? 0
      expect(ticks).toEqual(ticks.map((_, index) => index * step))
      expect(Number.isInteger(step)).toBe(true)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
      expect(ticks.at(-2)).toBeLessThan(Math.max(most, 1))
      expect(ticks.length).toBeLessThanOrEqual(5)
    }
  })
})

describe('a scale', () => {
  const scale = scaleOf(frame, 5, 100)

  test('spreads the points from the left edge to the right one', () => {
    expect([0, 1, 4].map(scale.x)).toEqual([30, 80, 230])
  })

  test('puts 0 at the bottom and the highest value at the top', () => {
    expect([0, 50, 100].map(scale.y)).toEqual([120, 70, 20])
  })

  test('finds the nearest point, even from beyond the edges', () => {
    expect([-100, 30, 54, 56, 230, 1000].map(scale.indexAt)).toEqual([0, 0, 0, 1, 4, 4])
  })

  test('puts a single point into the middle, and finds it everywhere', () => {
    const single = scaleOf(frame, 1, 100)
    expect(single.x(0)).toBe(130)
    expect([0, 130, 500].map(single.indexAt)).toEqual([0, 0, 0])
  })
})

describe('a line', () => {
  const scale = scaleOf(frame, 5, 100)

  test('connects the points', () => {
    expect(linePath(scale, [0, 50, 100, 0, 0])).toBe(
      'M30.0,120.0L80.0,70.0L130.0,20.0L180.0,120.0L230.0,120.0',
    )
  })

  test('is broken where a value is unknown', () => {
    expect(runsOf([null, 1, 2, undefined, 3])).toEqual([[1, 2], [4]])
    expect(linePath(scale, [null, 50, 100, undefined, 0])).toBe('M80.0,70.0L130.0,20.0M230.0,120.0')
  })

  test('is empty if no value is known', () => {
    expect(linePath(scale, [null, undefined])).toBe('')
    expect(areaPath(scale, [])).toBe('')
  })

  test('has an area down to the base line, for each of its parts', () => {
    expect(areaPath(scale, [100, 100, null, 50, 0])).toBe(
      'M30.0,120.0L30.0,20.0L80.0,20.0L80.0,120.0ZM180.0,120.0L180.0,70.0L230.0,120.0L230.0,120.0Z',
    )
  })
})

describe('the labels below a chart', () => {
  test('are at every point if they fit', () => {
    expect(labelledIndexes(7, 600, 84)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  test('are evenly spread if they don’t', () => {
    expect(labelledIndexes(30, 600, 84)).toEqual([0, 5, 10, 15, 20, 25])
  })

  test('are at least two, however narrow the chart is', () => {
    expect(labelledIndexes(30, 50, 84)).toEqual([0, 15])
  })
})

describe('the layout of a chart', () => {
  const format = (tick: number) => String(tick)
  const point = (value: number | null, before: number | null = null) => ({
    label: '',
    axis: '',
    value,
    before: { label: '', value: before },
  })

  test('has room for the previous period as well', () => {
    const { ticks, scale, frame } = chartLayout({
      points: [point(10), point(null, 90)],
      width: 600,
      height: 260,
      format,
    })
    expect(ticks).toEqual([0, 25, 50, 75, 100])
    expect(scale.y(100)).toBe(frame.top)
  })

  test('has room for the widest tick', () => {
    const left = (value: number) =>
      chartLayout({ points: [point(value)], width: 600, height: 260, format }).frame.left
    expect(left(10_000) - left(1)).toBe(7 * ('10000'.length - '1'.length))
  })
})
