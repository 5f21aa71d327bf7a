// Lists of any length in a window of any size: the start, the end, and every row between.
import { describe, expect, test } from 'bun:test'
import { heightOf, movedTo, type Place, rowsAt } from './row-place.ts'

const rowHeight = 72
const seen = 720
const start: Place = { scrolled: 0, shift: 0 }

describe('a list that a browser can draw', () => {
  const count = 1000
  const size = { ...heightOf(count, rowHeight), seen }

  test('is as tall as its rows, and renders those in the window and a few more', () => {
    expect(size).toEqual({ height: 72_000, excess: 0, seen })
    const place = movedTo(start, 7200, size)
    expect(rowsAt(place, { count, rowHeight, seen, spare: 0 })).toEqual({ first: 100, end: 110 })
    expect(rowsAt(place, { count, rowHeight, seen, spare: 8 })).toEqual({ first: 92, end: 118 })
  })

  test('is not rendered again if nothing has moved', () => {
    expect(movedTo(start, 0, size)).toBe(start)
  })
})

describe('a list of a million rows', () => {
  const count = 1_000_000
  const size = { ...heightOf(count, rowHeight), seen }
  const most = size.height - seen
  const rows = (place: Place) => rowsAt(place, { count, rowHeight, seen, spare: 0 })

  test('is no taller than browsers can draw, and reaches from the first row to the last', () => {
    expect(size.height).toBeLessThan(17_000_000)
    expect(rows(movedTo(start, 0, size))).toEqual({ first: 0, end: 10 })
    expect(rows(movedTo(start, most, size))).toEqual({ first: count - 10, end: count })
    expect(movedTo({ scrolled: most, shift: size.excess }, 0, size)).toEqual(start)
  })

  test('jumps to the rows at that position, and scrolls row by row from there', () => {
    const middle = movedTo(start, most / 2, size)
    const { first } = rows(middle)
    expect(Math.abs(first - count / 2)).toBeLessThan(100)
    expect(rows(movedTo(middle, middle.scrolled + seen, size)).first).toBe(first + 10)
  })

  test('ends with the last row, however you get there', () => {
    const nearly = movedTo(start, most - seen, size)
    expect(rows(movedTo(nearly, most, size)).end).toBe(count)
  })
})
