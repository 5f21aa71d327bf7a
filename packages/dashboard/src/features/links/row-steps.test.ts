// The keys that move among the rows of the list.
import { expect, test } from 'bun:test'
import { rowNear, stepOf } from './row-steps.ts'

test.each([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['PageDown', 9],
  ['PageUp', -9],
  ['Home', -500],
  ['End', 500],
])('%s moves by %d, with 9 rows in the window and 500 in the list', (key, step) => {
  expect(stepOf(key, 9, 500)).toBe(step)
})

test.each(['x', 'Enter', 'ArrowLeft', 'toString', 'constructor'])(
  '%s does not move to another row',
  (key) => {
    expect(stepOf(key, 9, 500)).toBeUndefined()
  },
)

test('no key moves beyond the first or the last row', () => {
  expect([-500, -1, 0, 250, 499, 500, 999].map((row) => rowNear(row, 500))).toEqual([
    0, 0, 0, 250, 499, 499, 499,
  ])
})
