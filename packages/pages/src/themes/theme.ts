// The type of a theme: its title, and the colours and shapes of a page as CSS custom properties.

export interface Theme {
  /** The name that people see. */
  title: string
  /** A short description for choosing a theme. */
  description: string
  /** The CSS `color-scheme`, for the browser's own controls. `light dark` follows the visitor. */
  scheme: 'light' | 'dark' | 'light dark'
  variables: Variables
  /** Replaces some variables for visitors who prefer dark, if the scheme follows the visitor. */
  dark?: Partial<Variables>
  /** Names of bundled fonts (fonts/fonts.ts); without them, a page uses system fonts. */
  font?: string
  headingFont?: string
}

/** Colours are `#rrggbb`, so that their contrast can be calculated. */
export interface Variables {
  /** The page's background: a colour for calculating contrast, and what is painted over it, such as a gradient. */
  ground: string
  backdrop: string
  ink: string
  soft: string
  /** Cards and their borders. */
  surface: string
  line: string
  button: string
  onButton: string
  buttonBorder: string
  /** The width of that border. */
  buttonLine: string
  /** A `box-shadow` without its colour, and that colour, which components may replace. */
  buttonShape: string
  buttonShadow: string
  /** Links in text, and focus outlines: on the background and on cards. */
  accent: string
  /** CSS lengths: corners of buttons, of cards, and of the picture of a profile. */
  radius: string
  cardRadius: string
  avatarRadius: string
}

/** The colours behind a page's text: the background, and each colour painted over it. */
export const groundsOf = ({ ground, backdrop }: Pick<Variables, 'ground' | 'backdrop'>): string[] => [
  ground,
  ...(backdrop.match(/#[0-9a-f]{6}\b/g) ?? []),
]

/** The variables for light and for dark: one set if they are the same, or two. */
export const variantsOf = ({ variables, dark }: Theme): readonly Variables[] =>
  dark ? [variables, { ...variables, ...dark }] : [variables]

/** One value per variant as CSS: `light-dark()` if they differ. */
export function perVariant(theme: Theme, value: (variables: Variables) => string): string {
  const [light = '', dark = light] = variantsOf(theme).map(value)
  return light === dark ? light : `light-dark(${light},${dark})`
}
