// Forest: moss and bark, with serif headings.
import type { Theme } from './theme.ts'

export const forest: Theme = {
  title: 'Forest',
  description: 'moss and bark, with serif headings',
  scheme: 'dark',
  headingFont: 'lora',
  variables: {
    ground: '#14271d',
    backdrop: 'linear-gradient(180deg, #1d3a2a, #101f17)',
    ink: '#f0f5ea',
    soft: '#b9cbb6',
    surface: '#1b3325',
    line: '#35543f',
    button: '#dfe9cf',
    onButton: '#17301f',
    buttonBorder: '#dfe9cf',
    buttonLine: '1px',
    buttonShape: '0 8px 18px -10px',
    buttonShadow: '#06100acc',
    accent: '#c2e08f',
    radius: '.625rem',
    cardRadius: '.875rem',
    avatarRadius: '1.75rem',
  },
}
