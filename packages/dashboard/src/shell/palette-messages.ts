// The messages of the command palette.
import { defineMessages } from '../lib/language.ts'

export const paletteMessages = defineMessages({
  en: {
    title: 'Search and commands',
    placeholder: 'Search links, pages and commands…',
    go: 'Go to',
    actions: 'Commands',
    links: 'Links',
    create: 'Create a link',
    bulk: 'Create many links',
    light: 'Light look',
    dark: 'Dark look',
    language: 'Bahasa Indonesia',
    signOut: 'Sign out',
    nothing: 'Nothing is called that.',
    searching: 'Searching links…',
  },
  id: {
    title: 'Cari dan perintah',
    placeholder: 'Cari tautan, halaman, dan perintah…',
    go: 'Buka',
    actions: 'Perintah',
    links: 'Tautan',
    create: 'Buat tautan',
    bulk: 'Buat banyak tautan',
    light: 'Tampilan terang',
    dark: 'Tampilan gelap',
    language: 'English',
    signOut: 'Keluar',
    nothing: 'Tidak ada yang bernama itu.',
    searching: 'Mencari tautan…',
  },
})
