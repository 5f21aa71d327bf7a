// In every theme, text and buttons are readable: 4.5 to 1, on every colour that may be behind them.
import { describe, expect, test } from 'bun:test'
import { fontNamed } from '../fonts/fonts.ts'
import { themeNamed, themeNames, themes } from '../index.ts'
import { contrast } from '../styles/colour.ts'
import { groundsOf, variantsOf } from './theme.ts'

const variants = [...themes].flatMap(([name, theme]) =>
  variantsOf(theme).map(
    (variables, index) => [`${name}${index === 1 ? ' in the dark' : ''}`, variables] as const,
  ),
)

describe.each(variants)('%s', (_name, variables) => {
  test('text is readable on the background, on what is painted over it, and on cards', () => {
    for (const ground of [...groundsOf(variables), variables.surface])
      for (const text of ['ink', 'soft', 'accent'] as const)
        expect(contrast(variables[text], ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })

  test('the text of a button is readable on it', () => {
    expect(contrast(variables.onButton, variables.button)).toBeGreaterThanOrEqual(4.5)
  })

  test('the border of a button is visible if the button has the colour of the background', () => {
    const edge = Math.max(
      contrast(variables.button, variables.ground),
      contrast(variables.buttonBorder, variables.ground),
    )
    expect(edge).toBeGreaterThan(1.1)
  })

  test('the contrast of every colour can be calculated', () => {
    for (const name of [
      'ground',
      'ink',
      'soft',
      'surface',
      'line',
      'button',
      'onButton',
      'buttonBorder',
      'accent',
    ] as const)
      expect(variables[name]).toMatch(/^#[0-9a-f]{6}$/)
  })
})

test('there are at least eight themes, including the four basic ones', () => {
  expect(themeNames.length).toBeGreaterThanOrEqual(8)
  expect(themeNames).toContainValues(['default', 'light', 'dark', 'minimal'])
})

test('an unknown theme is the default', () => {
  for (const name of ['', 'no-such-theme', '__proto__', 'constructor'])
    expect(themeNamed(name)).toBe(themeNamed('default'))
})

test('only a theme that follows the visitor has a dark variant', () => {
  for (const { scheme, dark } of themes.values()) expect(dark !== undefined).toBe(scheme === 'light dark')
})

test('themes use bundled fonts', () => {
  for (const { font, headingFont } of themes.values())
    for (const name of [font, headingFont]) if (name) expect(fontNamed(name)?.name.toLowerCase()).toBe(name)
})
