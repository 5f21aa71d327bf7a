// A number beside that of the previous period.
import { expect, test } from 'bun:test'
import { compared } from './comparison.ts'

test.each([
  ['more, by its share of the former number', 150, 100, { is: 'more', share: 0.5 }],
  ['less, by its share of the former number', 25, 100, { is: 'less', share: 0.75 }],
  ['less by all, if nothing is left', 0, 8, { is: 'less', share: 1 }],
  ['rounded to a tenth of a per cent', 2, 3, { is: 'less', share: 0.333 }],
  ['the same', 7, 7, { is: 'same' }],
  ['the same, if both are nothing', 0, 0, { is: 'same' }],
  ['not comparable, if nothing was before', 7, 0, { is: 'none' }],
] as const)('a change is %s', (_what, now, before, comparison) => {
  expect(compared(now, before)).toEqual(comparison)
})
