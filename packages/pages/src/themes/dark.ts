// Dark: a calm night blue.
import type { Theme } from './theme.ts'

export const dark: Theme = {
  title: 'Dark',
  description: 'a calm night blue',
  scheme: 'dark',
  variables: {
    ground: '#0b0e14',
    backdrop: 'linear-gradient(#111722, #0b0e14)',
    ink: '#eef2f8',
    soft: '#a3aebf',
    surface: '#151b26',
    line: '#2a3445',
    button: '#1c2533',
    onButton: '#eef2f8',
    buttonBorder: '#33415a',
    buttonLine: '1px',
    buttonShape: '0 8px 20px -12px',
    buttonShadow: '#000000cc',
    accent: '#8ab4ff',
    radius: '.875rem',
    cardRadius: '1rem',
    avatarRadius: '50%',
  },
}
