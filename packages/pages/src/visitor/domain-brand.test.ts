// A brand's colours: readable in light and dark, whatever its owner chose.
import { describe, expect, test } from 'bun:test'
import { contrast } from '../styles/colour.ts'
import { coloursFor, dressOf } from './domain-brand.ts'

const grounds = { light: ['#faf7f5', '#ffffff'], dark: ['#161210', '#1f1a17'] } as const

// A grid of the whole cube, and the colours that are hardest: white, black, mid-greys and pure ones.
const steps = [0, 1, 51, 102, 127, 128, 153, 204, 254, 255]
const hex = (value: number) => value.toString(16).padStart(2, '0')
const colours = steps.flatMap((red) =>
  steps.flatMap((green) => steps.map((blue) => `#${hex(red)}${hex(green)}${hex(blue)}`)),
)

describe.each(['light', 'dark'] as const)('in %s, for each of a thousand colours', (scheme) => {
  test('links and icons are readable on every ground, and labels on buttons', () => {
    for (const colour of colours) {
      const { accent, tint, ...others } = coloursFor(colour, scheme)
      const pairs = [
        ...grounds[scheme].map((ground) => [accent, ground] as const),
        [accent, tint] as const,
        [others['on-accent'], accent] as const,
        [others['on-accent'], others['accent-strong']] as const,
      ]
      for (const [one, other] of pairs)
        expect([colour, one, other, contrast(one, other) >= 4.5]).toEqual([colour, one, other, true])
    }
  })
})

test('a colour that is readable by itself is used as it is', () => {
  expect(coloursFor('#b32c43', 'light').accent).toBe('#b32c43')
  expect(coloursFor('#f4889a', 'dark').accent).toBe('#f4889a')
})

test('three digits mean the same as six', () => {
  expect(coloursFor('#0a7', 'light')).toEqual(coloursFor('#00aa77', 'light'))
})

test('only a logo lets pages load images, from their own host', () => {
  expect(dressOf({ name: null, color: '#0a7', logo: null }).policy).toContain('img-src data:;')
  expect(dressOf({ name: null, color: null, logo: '/assets/a.webp' }).policy).toContain(
    "img-src 'self' data:;",
  )
})
