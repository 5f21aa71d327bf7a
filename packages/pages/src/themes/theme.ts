// What a theme is: a name for people, and the colours and shapes of a page as CSS custom properties.

export interface Theme {
  /** As people are shown it. */
  title: string
  /** How browsers draw what is theirs, such as form fields. `light dark` follows the visitor. */
  scheme: 'light' | 'dark' | 'light dark'
  variables: Variables
  /** In place of some of them, for visitors who prefer dark; only where the scheme follows the visitor. */
  dark?: Partial<Variables>
}

/** Colours are `#rrggbb`, so that their contrast can be judged. */
export interface Variables {
  /** Behind everything: a colour that contrasts are judged by, and what is drawn over it, such as a gradient. */
  ground: string
  backdrop: string
  ink: string
  soft: string
  surface: string
  line: string
  button: string
  onButton: string
  accent: string
  /** CSS lengths and font stacks, none of which needs to be loaded. */
  radius: string
  shadow: string
  font: string
  headingFont: string
}
