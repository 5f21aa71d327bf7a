// The bundled fonts: their names, and the `@font-face` rules of pages that use them.

export type FontName =
  | 'Inter'
  | 'Nunito'
  | 'Space Grotesk'
  | 'Lora'
  | 'Playfair Display'
  | 'JetBrains Mono'
  | 'Caveat'
  | 'Bebas Neue'

export interface Font {
  /** Also the value by which components choose it. */
  name: FontName
  /** Its other names, in lower case. */
  aliases: readonly string[]
  /** The fallback while it loads, and for letters that it doesn't have. */
  fallback: string
  /** In per cent, for fonts whose letters are smaller than those of others. */
  sizeAdjust?: number
  /** The lightest and the boldest weight in its files. */
  weights: string
  /** The version of the package that its files come from. */
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
    version: '5.3.0',
  },
  {
    name: 'Nunito',
    aliases: ['rounded', 'friendly'],
    fallback: `ui-rounded,${sans}`,
    weights: '200 1000',
    version: '5.3.0',
  },
  {
    name: 'Space Grotesk',
    aliases: ['grotesk', 'geometric', 'tech'],
    fallback: sans,
    weights: '300 700',
    version: '5.3.0',
  },
  {
    name: 'Lora',
    aliases: ['serif', 'book'],
    fallback: serif,
    weights: '400 700',
    version: '5.3.0',
  },
  {
    name: 'Playfair Display',
    aliases: ['elegant', 'playfair', 'fashion'],
    fallback: serif,
    weights: '400 900',
    version: '5.3.0',
  },
  {
    name: 'JetBrains Mono',
    aliases: ['mono', 'monospace', 'code', 'typewriter'],
    fallback: 'ui-monospace,Menlo,Consolas,monospace',
    weights: '100 800',
    version: '5.3.0',
  },
  {
    name: 'Caveat',
    sizeAdjust: 125,
    aliases: ['handwriting', 'handwritten', 'script', 'cursive'],
    fallback: 'cursive',
    weights: '600',
    version: '5.3.0',
  },
  {
    name: 'Bebas Neue',
    sizeAdjust: 120,
    aliases: ['display', 'condensed', 'poster'],
    fallback: `Impact,"Arial Narrow",${sans}`,
    weights: '400',
    version: '5.3.0',
  },
]

/** The font with this name, ignoring case; undefined if there is none. */
export function fontNamed(name: string | undefined): Font | undefined {
  const normalizedName = name?.trim().toLowerCase().replace(/\s+/g, ' ')
  if (!normalizedName) return undefined
  return fonts.find(
    ({ name, aliases }) => name.toLowerCase() === normalizedName || aliases.includes(normalizedName),
  )
}

/** For `font-family`: the font with its fallback; null if there is no such font. */
export function fontStack(name: string | undefined): string | null {
  const found = fontNamed(name)
  return found ? `"${found.name}",${found.fallback}` : null
}

/** A new version of a font has a new name, so that browsers may cache files forever. */
const nameOf = ({ name, version }: Font, subset: string) =>
  `${name.toLowerCase().replaceAll(' ', '-')}-${subset}-${version}.woff2`

/** The names of a font's files under `/static/`: Western European letters, and the other European ones. */
export const fontFileNames = (font: Font): [latin: string, latinExt: string] => [
  nameOf(font, 'latin'),
  nameOf(font, 'latin-ext'),
]

// The subsets' characters, as Google Fonts divides them.
const latinRange =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const latinExtRange =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'

/** The rules that load a font, and only the files whose letters are on the page. */
export function fontFace(font: Font): string {
  const adjust = font.sizeAdjust === undefined ? '' : `size-adjust:${font.sizeAdjust}%;`
  const [latin, latinExt] = fontFileNames(font)
  return [
    [latinExt, latinExtRange],
    [latin, latinRange],
  ]
    .map(
      ([name, range]) =>
        `@font-face{font-family:"${font.name}";font-style:normal;font-weight:${font.weights};font-display:swap;${adjust}src:url(/static/${name}) format("woff2");unicode-range:${range}}`,
    )
    .join('')
}
