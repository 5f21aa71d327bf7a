// The background image of a component: on every kind, and with readable text on it.
import { describe, expect, test } from 'bun:test'
import { componentKinds } from '@linnet/contract'
import fc from 'fast-check'
import { everyKind } from '../../../../test/pictures/every-kind.ts'
import { component, samplePage } from '../../../../test/pictures/sample-microsite.ts'
import { renderMicrosite } from '../microsite/render.tsx'
import { renderComponents } from '../microsite/rendered-components.tsx'
import { contrast, over } from '../styles/colour.ts'
import { themeNamed, themeNames } from '../themes/index.ts'
import { variantsOf } from '../themes/theme.ts'

const behind = { imageBackground: '/assets/hills.svg' }
const backed = everyKind.map((one) => ({ ...one, data: { ...one.data, ...behind } }) as typeof one)
const img = /<img class="behind" src="\/assets\/hills\.svg"[^>]*alt=""/

test('is rendered on every kind, behind everything, and hidden from screen readers', () => {
  expect(new Set(backed.map(({ kind }) => kind)).size).toBe(componentKinds.length)
  for (const one of backed) {
    const { html } = renderMicrosite(samplePage([one]), 'en')
    expect(html).toMatch(new RegExp(`<div class="part part-${one.kind} backed" id="${one.id}">${img.source}`))
    expect(html).toContain('.backed::before')
  }
})

test('is left out if its image was deleted, and pages without one have no rules for it', () => {
  const gone = component('TEXT', { content: 'Words', imageBackground: '/assets/gone.webp' })
  for (const one of [gone, component('TEXT', { content: 'Words' })])
    expect(renderMicrosite(samplePage([one]), 'en').html).not.toContain('backed')
})

/** A component's overlay and the text colours on it, in each variant of the theme. */
function veilsOf(
  one: (typeof backed)[number],
  theme: string,
): { veil: string; ink: string; own: string | null }[] {
  const customProperties =
    renderComponents(samplePage([one]), 'en', themeNamed(theme))[0]?.customProperties ?? {}
  const [, light, dark = light] =
    /^(?:light-dark\()?(#\w{8})(?:,(#\w{8})\))?$/.exec(customProperties['--veil'] ?? '') ?? []
  return variantsOf(themeNamed(theme)).map(({ ink }, index) => ({
    veil: (index === 0 ? light : dark) ?? '',
    ink: customProperties['--ink'] ?? ink,
    own: customProperties['--text-color'] ?? customProperties['--title'] ?? null,
  }))
}

const worst = ({ veil, ink, own }: { veil: string; ink: string; own: string | null }) =>
  Math.min(
    ...['#000000', '#333333', '#777777', '#bbbbbb', '#ffffff', '#ff0000', '#00ff00', '#0000ff'].flatMap(
      (picture) => {
        const ground = over(veil, picture)
        return [ink, own ?? ink].map((colour) => contrast(over(colour, ground), ground))
      },
    ),
  )

describe('leaves text a contrast of at least 4.5 on any image', () => {
  test.each(themeNames)('in the theme %s', (theme) => {
    for (const one of backed)
      for (const veil of veilsOf(one, theme)) expect(worst(veil)).toBeGreaterThan(4.49)
  })

  test('in any custom colour of any opacity', () => {
    const digits = fc.stringMatching(/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/)
    fc.assert(
      fc.property(digits, fc.constantFrom(...themeNames), (hex, theme) => {
        const colour = `#${hex}`
        for (const one of [
          component('TEXT', { content: 'Words', textColor: colour, ...behind }),
          component('PROFILE', { title: 'Ana', titleColor: colour, ...behind }),
        ])
          for (const veil of veilsOf(one, theme)) expect(worst(veil)).toBeGreaterThan(4.49)
      }),
      { numRuns: 300 },
    )
  })

  test('and keeps a custom colour that is readable', () => {
    for (const colour of ['#fff', '#000', '#b32c43', '#ffffffee']) {
      const one = component('TEXT', { content: 'Words', textColor: colour, ...behind })
      expect(veilsOf(one, 'default').map(({ own }) => own)).toEqual([colour, colour])
    }
    const faint = component('TEXT', { content: 'Words', textColor: '#fff1', ...behind })
    expect(veilsOf(faint, 'default').map(({ own }) => own)).toEqual([null, null])
  })
})
