// Default: warm and quiet, light or dark as the visitor prefers.
import type { Theme } from './theme.ts'

export const standard: Theme = {
  title: 'Default',
  description: 'warm and quiet, light or dark as the visitor prefers',
  scheme: 'light dark',
  variables: {
    ground: '#f7f3f0',
    backdrop: 'radial-gradient(60rem 30rem at 50% -8rem, #fbe7e4, #f7f3f0)',
    ink: '#211a16',
    soft: '#645a53',
    surface: '#ffffff',
    line: '#e7ded8',
    button: '#ffffff',
    onButton: '#211a16',
    buttonBorder: '#eadfd9',
    buttonLine: '1px',
    buttonShape: '0 6px 18px -10px',
    buttonShadow: '#7c4a3f66',
    accent: '#b32c43',
    radius: '1.125rem',
    cardRadius: '1.25rem',
    avatarRadius: '50%',
  },
  dark: {
    ground: '#151110',
    backdrop: 'radial-gradient(60rem 30rem at 50% -8rem, #33191d, #151110)',
    ink: '#f5efeb',
    soft: '#b9aea6',
    surface: '#201a18',
    line: '#3a312c',
    button: '#251e1b',
    onButton: '#f5efeb',
    buttonBorder: '#40352f',
    buttonShadow: '#00000099',
    accent: '#f4889a',
  },
}
