// Paper: like print, with serif letters and fine lines.
import type { Theme } from './theme.ts'

export const paper: Theme = {
  title: 'Paper',
  description: 'a printed page: serif letters, fine lines',
  scheme: 'light',
  font: 'lora',
  headingFont: 'playfair display',
  variables: {
    ground: '#f5f0e5',
    backdrop: 'none',
    ink: '#2a241d',
    soft: '#665b4c',
    surface: '#fbf8f1',
    line: '#d8ccb7',
    button: '#fbf8f1',
    onButton: '#2a241d',
    buttonBorder: '#2a241d',
    buttonLine: '1px',
    buttonShape: '0 0 0 0',
    buttonShadow: '#ffffff00',
    accent: '#8a2d1a',
    radius: '.1875rem',
    cardRadius: '.1875rem',
    avatarRadius: '50%',
  },
}
