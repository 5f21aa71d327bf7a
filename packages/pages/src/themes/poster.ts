// Poster: loud, with hard edges and tall letters.
import type { Theme } from './theme.ts'

export const poster: Theme = {
  title: 'Poster',
  description: 'loud, with hard edges and tall letters',
  scheme: 'light',
  font: 'space grotesk',
  headingFont: 'bebas neue',
  variables: {
    ground: '#ffd43b',
    backdrop: 'none',
    ink: '#111111',
    soft: '#403813',
    surface: '#fff7d6',
    line: '#111111',
    button: '#ffffff',
    onButton: '#111111',
    buttonBorder: '#111111',
    buttonLine: '3px',
    buttonShape: '5px 5px 0',
    buttonShadow: '#111111',
    accent: '#111111',
    radius: '.25rem',
    cardRadius: '.25rem',
    avatarRadius: '.25rem',
  },
}
