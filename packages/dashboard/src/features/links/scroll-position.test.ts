// Lists of any length in a window of any size: the start, the end, and every row between.
import { describe, expect, test } from 'bun:test'
import { afterScroll, listHeight, type ScrollPosition, visibleRows } from './scroll-position.ts'

const rowHeight = 72
const windowHeight = 720
const start: ScrollPosition = { scrolled: 0, offset: 0 }

describe('a list that a browser can render', () => {
  const count = 1000
  const size = { ...listHeight(count, rowHeight), windowHeight }

  test('is as tall as its rows, and renders those in the window and a few more', () => {
    expect(size).toEqual({ height: 72_000, excess: 0, windowHeight })
    const position = afterScroll(start, 7200, size)
    expect(visibleRows(position, { count, rowHeight, windowHeight, overscan: 0 })).toEqual({
      first: 100,
      end: 110,
    })
    expect(visibleRows(position, { count, rowHeight, windowHeight, overscan: 8 })).toEqual({
      first: 92,
      end: 118,
    })
  })

  test('is not rendered again if nothing has moved', () => {
    expect(afterScroll(start, 0, size)).toBe(start)
  })
})

describe('a list of a million rows', () => {
  const count = 1_000_000
  const size = { ...listHeight(count, rowHeight), windowHeight }
  const maxScroll = size.height - windowHeight
  const rows = (position: ScrollPosition) =>
    visibleRows(position, { count, rowHeight, windowHeight, overscan: 0 })

  test('is no taller than browsers can render, and reaches from the first row to the last', () => {
    expect(size.height).toBeLessThan(17_000_000)
    expect(rows(afterScroll(start, 0, size))).toEqual({ first: 0, end: 10 })
    expect(rows(afterScroll(start, maxScroll, size))).toEqual({ first: count - 10, end: count })
    expect(afterScroll({ scrolled: maxScroll, offset: size.excess }, 0, size)).toEqual(start)
  })

  test('jumps to the rows at that position, and scrolls row by row from there', () => {
    const middle = afterScroll(start, maxScroll / 2, size)
    const { first } = rows(middle)
    expect(Math.abs(first - count / 2)).toBeLessThan(100)
    expect(rows(afterScroll(middle, middle.scrolled + windowHeight, size)).first).toBe(first + 10)
  })

  test('ends with the last row, however you get there', () => {
    const nearly = afterScroll(start, maxScroll - windowHeight, size)
    expect(rows(afterScroll(nearly, maxScroll, size)).end).toBe(count)
  })
})
