// The opacity of spoilers, which owners can write in several ways.
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

test('a million spaces take linear time', () => {
  expect(opacity(`1${' '.repeat(1_000_000)}!`)).toBeNull()
})
