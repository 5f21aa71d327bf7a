// Whatever theme a page has, its texts and buttons can be read: 4.5 to 1, on every colour that may be behind them.
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
  test('texts are readable on the ground, on what is drawn over it, and on cards', () => {
    for (const ground of [...groundsOf(variables), variables.surface])
      for (const text of ['ink', 'soft', 'accent'] as const)
        expect(contrast(variables[text], ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })

  test('the text of a button is readable on it', () => {
    expect(contrast(variables.onButton, variables.button)).toBeGreaterThanOrEqual(4.5)
  })

  test('the edge of a button can be made out where the button has the colour of the ground', () => {
    const edge = Math.max(
      contrast(variables.button, variables.ground),
      contrast(variables.buttonBorder, variables.ground),
    )
    expect(edge).toBeGreaterThan(1.1)
  })

  test('every colour is one that can be judged', () => {
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

test('there are at least eight themes, and the four that everybody knows are among them', () => {
  expect(themeNames.length).toBeGreaterThanOrEqual(8)
  expect(themeNames).toContainValues(['default', 'light', 'dark', 'minimal'])
})

test('a theme that there is not is drawn as the default', () => {
  for (const name of ['', 'no-such-theme', '__proto__', 'constructor'])
    expect(themeNamed(name)).toBe(themeNamed('default'))
})

test('only a theme that follows the visitor has a dark variant', () => {
  for (const { scheme, dark } of themes.values()) expect(dark !== undefined).toBe(scheme === 'light dark')
})

test('themes have fonts that come along', () => {
  for (const { font, headingFont } of themes.values())
    for (const word of [font, headingFont]) if (word) expect(fontNamed(word)?.name.toLowerCase()).toBe(word)
})
