// All themes by their names, in the order in which they are offered.
import { candy } from './candy.ts'
import { dark } from './dark.ts'
import { standard } from './default.ts'
import { forest } from './forest.ts'
import { light } from './light.ts'
import { midnight } from './midnight.ts'
import { minimal } from './minimal.ts'
import { ocean } from './ocean.ts'
import { paper } from './paper.ts'
import { poster } from './poster.ts'
import { sunset } from './sunset.ts'
import { terminal } from './terminal.ts'
import type { Theme } from './theme.ts'

export const themes: ReadonlyMap<string, Theme> = new Map([
  ['default', standard],
  ['light', light],
  ['dark', dark],
  ['minimal', minimal],
  ['sunset', sunset],
  ['ocean', ocean],
  ['forest', forest],
  ['paper', paper],
  ['midnight', midnight],
  ['candy', candy],
  ['terminal', terminal],
  ['poster', poster],
])

export const themeNames: readonly string[] = [...themes.keys()]

/** A theme by its name; an unknown or removed one is the default. */
export const themeNamed = (name: string): Theme => themes.get(name) ?? standard
