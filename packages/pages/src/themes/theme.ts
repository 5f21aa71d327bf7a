// What a theme is: a name for people, and the colours and shapes of a page as CSS custom properties.

export interface Theme {
  /** As people are shown it. */
  title: string
  /** What it is like, in half a sentence, for who chooses one. */
  description: string
  /** How browsers draw what is theirs, such as form fields. `light dark` follows the visitor. */
  scheme: 'light' | 'dark' | 'light dark'
  variables: Variables
  /** In place of some of them, for visitors who prefer dark; only where the scheme follows the visitor. */
  dark?: Partial<Variables>
  /** Words of bundled fonts (fonts/fonts.ts); without them a page has the fonts of the visitor's machine. */
  font?: string
  headingFont?: string
}

/** Colours are `#rrggbb`, so that their contrast can be judged. */
export interface Variables {
  /** Behind everything: a colour that contrasts are judged by, and what is drawn over it, such as a gradient. */
  ground: string
  backdrop: string
  ink: string
  soft: string
  /** Cards, and the edges of cards. */
  surface: string
  line: string
  button: string
  onButton: string
  buttonBorder: string
  /** How wide that border is. */
  buttonLine: string
  /** A `box-shadow` without its colour, and that colour, which components may replace. */
  buttonShape: string
  buttonShadow: string
  /** Links in texts, and what has the focus: on the ground and on cards. */
  accent: string
  /** CSS lengths: corners of buttons, of cards, and of the picture of a profile. */
  radius: string
  cardRadius: string
  avatarRadius: string
}

/** The colours that stand behind a page's text: the ground, and each one of what is drawn over it. */
export const groundsOf = ({ ground, backdrop }: Pick<Variables, 'ground' | 'backdrop'>): string[] => [
  ground,
  ...(backdrop.match(/#[0-9a-f]{6}\b/g) ?? []),
]

/** The variables as visitors who prefer light and those who prefer dark have them: the same, or two. */
export const variantsOf = ({ variables, dark }: Theme): readonly Variables[] =>
  dark ? [variables, { ...variables, ...dark }] : [variables]

/** One value for each variant, as CSS: `light-dark()` where they differ. */
export function perVariant(theme: Theme, value: (variables: Variables) => string): string {
  const [light = '', dark = light] = variantsOf(theme).map(value)
  return light === dark ? light : `light-dark(${light},${dark})`
}
