// Light: white, with strong black buttons.
import type { Theme } from './theme.ts'

export const light: Theme = {
  title: 'Light',
  description: 'white, with strong black buttons',
  scheme: 'light',
  variables: {
    ground: '#ffffff',
    backdrop: 'linear-gradient(#ffffff, #f3f4f6)',
    ink: '#0f172a',
    soft: '#526074',
    surface: '#ffffff',
    line: '#e2e8f0',
    button: '#0f172a',
    onButton: '#ffffff',
    buttonBorder: '#0f172a',
    buttonLine: '1px',
    buttonShape: '0 8px 20px -12px',
    buttonShadow: '#0f172a99',
    accent: '#1d4ed8',
    radius: '.75rem',
    cardRadius: '1rem',
    avatarRadius: '50%',
  },
}
