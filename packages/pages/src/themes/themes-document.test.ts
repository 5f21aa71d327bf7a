// docs/themes.md shows every theme with its picture, and lists every name that chooses a style.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buttonEffects } from '../components/button.tsx'
import { fonts } from '../fonts/fonts.ts'
import { brands } from '../icons/brands.ts'
import { things } from '../icons/things.ts'
import { themeNames, themes } from '../index.ts'

const docs = resolve(import.meta.dir, '../../../../docs')
const document = readFileSync(join(docs, 'themes.md'), 'utf8')

test.each([...themes])('the theme %s has its line and its picture', (name, { title, description }) => {
  expect(document).toContain(`| \`${name}\` | ${title}: ${description} | <img src="themes/${name}.webp"`)
  expect(existsSync(join(docs, 'themes', `${name}.webp`))).toBe(true)
})

test('there is no picture of a removed theme', () => {
  expect(readdirSync(join(docs, 'themes')).sort()).toEqual(themeNames.map((name) => `${name}.webp`).sort())
})

describe('the names that choose a style', () => {
  test.each([
    ['fonts', fonts.flatMap(({ name, aliases }) => [name, ...aliases])],
    ['effects of buttons', buttonEffects],
    ['logos of networks', brands.flatMap(({ names }) => names)],
    ['icons of things', Object.keys(things)],
  ])('all %s are named', (_list, names) => {
    expect(names.filter((name) => !document.includes(`\`${name}\``))).toEqual([])
  })
})
