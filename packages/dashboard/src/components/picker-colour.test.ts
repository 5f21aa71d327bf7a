// Typed colours in the browser's picker, which only knows `#rrggbb`.
import { expect, test } from 'bun:test'
import { pickerColour } from './picker-colour.ts'

test.each([
  ['#1d3557', '#1d3557'],
  ['#1D3557', '#1D3557'],
  ['#1af', '#11aaff'],
  ['#1af8', '#11aaff'],
  ['#1d355780', '#1d3557'],
])('%s is shown as %s', (typed, shown) => {
  expect(pickerColour(typed, '#ffffff')).toBe(shown)
})

test.each(['', '#', '#1', '#1d355', '#1d35578', '#1d35578000', 'red', '1d3557', '#1d355g'])(
  'an incomplete or invalid colour shows the fallback: %p',
  (typed) => {
    expect(pickerColour(typed, '#ffffff')).toBe('#ffffff')
  },
)
