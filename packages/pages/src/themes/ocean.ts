// Ocean: clear water, sea-blue buttons.
import type { Theme } from './theme.ts'

export const ocean: Theme = {
  title: 'Ocean',
  description: 'clear water, sea-blue buttons',
  scheme: 'light',
  font: 'inter',
  variables: {
    ground: '#e4f3f6',
    backdrop: 'linear-gradient(170deg, #f3fbfb, #cfe9f0 60%, #b3dbe8)',
    ink: '#062c38',
    soft: '#28505d',
    surface: '#f6fcfd',
    line: '#a9cfda',
    button: '#0b5a70',
    onButton: '#ffffff',
    buttonBorder: '#0b5a70',
    buttonLine: '1px',
    buttonShape: '0 10px 22px -12px',
    buttonShadow: '#063c4dcc',
    accent: '#09566b',
    radius: '1.25rem',
    cardRadius: '1.25rem',
    avatarRadius: '50%',
  },
}
