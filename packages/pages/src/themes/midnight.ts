// Midnight: neon in the dark.
import type { Theme } from './theme.ts'

export const midnight: Theme = {
  title: 'Midnight',
  description: 'neon in the dark',
  scheme: 'dark',
  font: 'space grotesk',
  variables: {
    ground: '#0a0817',
    backdrop:
      'radial-gradient(40rem 26rem at 12% -4%, #2b1260, #0a081700), radial-gradient(36rem 26rem at 96% 26%, #06363f, #0a081700)',
    ink: '#f2f0ff',
    soft: '#b7b0dd',
    surface: '#141029',
    line: '#352c66',
    button: '#16112f',
    onButton: '#f2f0ff',
    buttonBorder: '#8468ff',
    buttonLine: '1.5px',
    buttonShape: '0 0 18px -4px',
    buttonShadow: '#8468ff',
    accent: '#5eead4',
    radius: '.875rem',
    cardRadius: '1rem',
    avatarRadius: '50%',
  },
}
