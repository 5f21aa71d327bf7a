// The fonts that come along: what they are called, and the files that only pages with them load.
import bebasNeue from '@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff2' with { type: 'file' }
import bebasNeueExt from '@fontsource/bebas-neue/files/bebas-neue-latin-ext-400-normal.woff2' with {
  type: 'file',
}
import caveat from '@fontsource/caveat/files/caveat-latin-600-normal.woff2' with { type: 'file' }
import caveatExt from '@fontsource/caveat/files/caveat-latin-ext-600-normal.woff2' with { type: 'file' }
import interExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2' with {
  type: 'file',
}
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2' with { type: 'file' }
import jetBrainsMonoExt from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-ext-wght-normal.woff2' with {
  type: 'file',
}
import jetBrainsMono from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2' with {
  type: 'file',
}
import loraExt from '@fontsource-variable/lora/files/lora-latin-ext-wght-normal.woff2' with { type: 'file' }
import lora from '@fontsource-variable/lora/files/lora-latin-wght-normal.woff2' with { type: 'file' }
import nunitoExt from '@fontsource-variable/nunito/files/nunito-latin-ext-wght-normal.woff2' with {
  type: 'file',
}
import nunito from '@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2' with { type: 'file' }
import playfairExt from '@fontsource-variable/playfair-display/files/playfair-display-latin-ext-wght-normal.woff2' with {
  type: 'file',
}
import playfair from '@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2' with {
  type: 'file',
}
import spaceGroteskExt from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-ext-wght-normal.woff2' with {
  type: 'file',
}
import spaceGrotesk from '@fontsource-variable/space-grotesk/files/space-grotesk-latin-wght-normal.woff2' with {
  type: 'file',
}
import { dependencies } from '../../package.json'

export interface Font {
  /** Also the word by which components choose it. */
  name: string
  /** What else people call it, in small letters. */
  aliases: readonly string[]
  /** What stands in while it is loaded, and for the letters that it does not have. */
  fallback: string
  /** In percent: what is drawn smaller than other fonts are is brought to their size. */
  sizeAdjust?: number
  /** Lightest and boldest that its files hold. */
  weights: string
  /** Paths of the files: Western European letters, and the rest of those of Europe. */
  latin: string
  latinExt: string
  version: string
}

const sans = 'ui-sans-serif,system-ui,sans-serif'
const serif = 'ui-serif,Georgia,serif'

export const fonts: readonly Font[] = [
  {
    name: 'Inter',
    aliases: ['sans', 'sans-serif', 'modern'],
    fallback: sans,
    weights: '100 900',
    latin: inter,
    latinExt: interExt,
    version: dependencies['@fontsource-variable/inter'],
  },
  {
    name: 'Nunito',
    aliases: ['rounded', 'friendly'],
    fallback: `ui-rounded,${sans}`,
    weights: '200 1000',
    latin: nunito,
    latinExt: nunitoExt,
    version: dependencies['@fontsource-variable/nunito'],
  },
  {
    name: 'Space Grotesk',
    aliases: ['grotesk', 'geometric', 'tech'],
    fallback: sans,
    weights: '300 700',
    latin: spaceGrotesk,
    latinExt: spaceGroteskExt,
    version: dependencies['@fontsource-variable/space-grotesk'],
  },
  {
    name: 'Lora',
    aliases: ['serif', 'book'],
    fallback: serif,
    weights: '400 700',
    latin: lora,
    latinExt: loraExt,
    version: dependencies['@fontsource-variable/lora'],
  },
  {
    name: 'Playfair Display',
    aliases: ['elegant', 'playfair', 'fashion'],
    fallback: serif,
    weights: '400 900',
    latin: playfair,
    latinExt: playfairExt,
    version: dependencies['@fontsource-variable/playfair-display'],
  },
  {
    name: 'JetBrains Mono',
    aliases: ['mono', 'monospace', 'code', 'typewriter'],
    fallback: 'ui-monospace,Menlo,Consolas,monospace',
    weights: '100 800',
    latin: jetBrainsMono,
    latinExt: jetBrainsMonoExt,
    version: dependencies['@fontsource-variable/jetbrains-mono'],
  },
  {
    name: 'Caveat',
    sizeAdjust: 125,
    aliases: ['handwriting', 'handwritten', 'script', 'cursive'],
    fallback: 'cursive',
    weights: '600',
    latin: caveat,
    latinExt: caveatExt,
    version: dependencies['@fontsource/caveat'],
  },
  {
    name: 'Bebas Neue',
    sizeAdjust: 120,
    aliases: ['display', 'condensed', 'poster'],
    fallback: `Impact,"Arial Narrow",${sans}`,
    weights: '400',
    latin: bebasNeue,
    latinExt: bebasNeueExt,
    version: dependencies['@fontsource/bebas-neue'],
  },
]

/** The font that a word means, whatever its case; undefined where it means none. */
export function fontNamed(word: string | undefined): Font | undefined {
  const wanted = word?.trim().toLowerCase().replace(/\s+/g, ' ')
  if (!wanted) return undefined
  return fonts.find(({ name, aliases }) => name.toLowerCase() === wanted || aliases.includes(wanted))
}

/** For `font-family`: the font with what stands in for it, or null where the word means none. */
export function fontStack(word: string | undefined): string | null {
  const found = fontNamed(word)
  return found ? `"${found.name}",${found.fallback}` : null
}

/** A new version of a font has a new name, so that browsers may keep what they have for ever. */
const nameOf = ({ name, version }: Font, subset: string) =>
  `${name.toLowerCase().replaceAll(' ', '-')}-${subset}-${version}.woff2`

/** The names of a font's files below `/static/`, with the paths that they are read from. */
export const fontFiles = (font: Font): [name: string, path: string][] => [
  [nameOf(font, 'latin'), font.latin],
  [nameOf(font, 'latin-ext'), font.latinExt],
]

// The subsets' characters, as Google Fonts divides them.
const latinRange =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const latinExtRange =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'

/** The rules by which a page loads a font, and only when letters of it are there. */
export function fontFace(font: Font): string {
  const adjust = font.sizeAdjust === undefined ? '' : `size-adjust:${font.sizeAdjust}%;`
  return [
    [nameOf(font, 'latin-ext'), latinExtRange],
    [nameOf(font, 'latin'), latinRange],
  ]
    .map(
      ([name, range]) =>
        `@font-face{font-family:"${font.name}";font-style:normal;font-weight:${font.weights};font-display:swap;${adjust}src:url(/static/${name}) format("woff2");unicode-range:${range}}`,
    )
    .join('')
}
