// Candy: sweet colours and round shapes.
import type { Theme } from './theme.ts'

export const candy: Theme = {
  title: 'Candy',
  description: 'sweet colours and round shapes',
  scheme: 'light',
  font: 'nunito',
  variables: {
    ground: '#fde6f2',
    backdrop: 'linear-gradient(150deg, #ffe3f0, #ece4ff 55%, #dcf1ff)',
    ink: '#43143c',
    soft: '#72406a',
    surface: '#fff9fc',
    line: '#f0c6df',
    button: '#cc1f68',
    onButton: '#ffffff',
    buttonBorder: '#cc1f68',
    buttonLine: '2px',
    buttonShape: '0 5px 0',
    buttonShadow: '#8f1147',
    accent: '#b3175a',
    radius: '2rem',
    cardRadius: '1.75rem',
    avatarRadius: '50%',
  },
}
