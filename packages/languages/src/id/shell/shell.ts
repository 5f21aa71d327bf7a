// The frame around every page.
import type { AllMessages } from '../../messages.ts'

export const shell: AllMessages['shell'] = {
  main: 'Utama',
  skip: 'Langsung ke isi',
  search: 'Cari dan perintah',
  menu: 'Menu',
  theme: 'Tema',
  themes: (theme: 'light' | 'dark' | 'system') =>
    theme === 'light' ? 'Tema: Terang' : theme === 'dark' ? 'Tema: Gelap' : 'Tema: Sistem',
  signOut: 'Keluar',
  person: 'Akun Anda',
  offline:
    'Anda sedang luring. Halaman ini mungkin belum diperbarui. Perubahan Anda disimpan di peramban ini.',
}
