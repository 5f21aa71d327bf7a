// Minimal: lines and nothing else, light or dark as the visitor prefers.
import type { Theme } from './theme.ts'

export const minimal: Theme = {
  title: 'Minimal',
  description: 'lines and nothing else, light or dark as the visitor prefers',
  scheme: 'light dark',
  variables: {
    ground: '#ffffff',
    backdrop: 'none',
    ink: '#111111',
    soft: '#5c5c5c',
    surface: '#ffffff',
    line: '#d4d4d4',
    button: '#ffffff',
    onButton: '#111111',
    buttonBorder: '#111111',
    buttonLine: '1.5px',
    buttonShape: '0 0 0 0',
    buttonShadow: '#ffffff00',
    accent: '#111111',
    radius: '0px',
    cardRadius: '0px',
    avatarRadius: '0px',
  },
  dark: {
    ground: '#0a0a0a',
    ink: '#f2f2f2',
    soft: '#a6a6a6',
    surface: '#0a0a0a',
    line: '#3d3d3d',
    button: '#0a0a0a',
    onButton: '#f2f2f2',
    buttonBorder: '#f2f2f2',
    accent: '#f2f2f2',
  },
}
