// Sunset: an evening sky with cream buttons.
import type { Theme } from './theme.ts'

export const sunset: Theme = {
  title: 'Sunset',
  description: 'an evening sky with cream buttons',
  scheme: 'dark',
  font: 'nunito',
  variables: {
    ground: '#6d1d56',
    backdrop: 'linear-gradient(165deg, #35134f, #8a1f5c 55%, #ab3812)',
    ink: '#fff6ee',
    soft: '#ffe0cc',
    surface: '#4d1650',
    line: '#8f4a7b',
    button: '#fff3e4',
    onButton: '#5a1239',
    buttonBorder: '#fff3e4',
    buttonLine: '1px',
    buttonShape: '0 10px 24px -12px',
    buttonShadow: '#1c0526cc',
    accent: '#ffd9a8',
    radius: '1.875rem',
    cardRadius: '1.5rem',
    avatarRadius: '50%',
  },
}
