// The look of spoilers, by words that owners write as they like.
import { expect, test } from 'bun:test'
import { themeNamed } from '../themes/index.ts'
import { spoilerProperties } from './spoiler.tsx'

const opacity = (spoilerBackgroundOpacity: string) =>
  spoilerProperties({ isSpoiler: true, spoilerBackgroundOpacity }, themeNamed('default'))['--spoiler-opacity']

test.each([
  ['0.5', '50%'],
  ['50', '50%'],
  [' 50 % ', '50%'],
  ['50%', '50%'],
  ['50 ', '50%'],
  ['400', '100%'],
  ['half', null],
  ['50%%', null],
])('an opacity of %p is %p', (value, expected) => expect(opacity(value)).toBe(expected))

test('a million blanks cost no more than reading them', () => {
  expect(opacity(`1${' '.repeat(1_000_000)}!`)).toBeNull()
})
