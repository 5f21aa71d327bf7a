// Every pair of text and background in the stylesheets is readable: 4.5 to 1 for text (WCAG 2.2, AA).
import { describe, expect, test } from 'bun:test'
import { referenceStylesheet } from './reference.ts'

type Tokens = ReadonlyMap<string, string>

const declared = [...referenceStylesheet.matchAll(/--([\w-]+):(#[0-9a-f]{6})/g)]
const darkAt = [...referenceStylesheet.matchAll(/@media \(prefers-color-scheme:dark\)\{:root\{(.*?)\}\}/g)]
const inDark = (at: number) => darkAt.some((match) => at >= match.index && at < match.index + match[0].length)
const tokens = (dark: boolean): Tokens =>
  new Map(
    declared.filter((match) => dark || !inDark(match.index)).map((match) => [match[1] ?? '', match[2] ?? '']),
  )

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(scheme: Tokens, text: string, ground: string): number {
  const [lighter = 0, darker = 0] = [text, ground]
    .map((name) => luminance(scheme.get(name) ?? '#808080'))
    .toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const pairs = [
  ...['ground', 'surface', 'code'].flatMap((ground) =>
    ['ink', 'soft', 'accent'].map((text) => [text, ground] as const),
  ),
  ['accent', 'tint'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ...['green', 'blue', 'amber', 'red'].flatMap((name) => [
    [name, `${name}-tint`] as const,
    [name, 'ground'] as const,
  ]),
  ['night-ink', 'night'],
  ['night-soft', 'night'],
] as const

describe.each([
  ['light', tokens(false)],
  ['dark', tokens(true)],
] as const)('in %s', (_scheme, scheme) => {
  test.each(pairs)('%s is readable on %s', (text, ground) => {
    expect(contrast(scheme, text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test('the border of a field is visible', () => {
    expect(contrast(scheme, 'field-line', 'surface')).toBeGreaterThanOrEqual(3)
  })
})
