// Terminal: green monospaced letters.
import type { Theme } from './theme.ts'

export const terminal: Theme = {
  title: 'Terminal',
  description: 'green monospaced letters',
  scheme: 'dark',
  font: 'jetbrains mono',
  variables: {
    ground: '#0b110c',
    backdrop: 'repeating-linear-gradient(#0b110c 0 2px, #0f1710 2px 4px)',
    ink: '#c9f7cf',
    soft: '#86bd8e',
    surface: '#0f1711',
    line: '#2c4a33',
    button: '#0f1711',
    onButton: '#7dff97',
    buttonBorder: '#3fd15f',
    buttonLine: '1px',
    buttonShape: '0 0 14px -6px',
    buttonShadow: '#3fd15f',
    accent: '#7dff97',
    radius: '0px',
    cardRadius: '0px',
    avatarRadius: '0px',
  },
}
