// The messages of the command palette.
import type { AllMessages } from '../../messages.ts'

export const palette: AllMessages['palette'] = {
  title: 'Cari dan perintah',
  placeholder: 'Cari tautan, halaman, dan perintah…',
  go: 'Buka',
  actions: 'Perintah',
  links: 'Tautan',
  create: 'Buat tautan',
  bulk: 'Buat tautan massal',
  light: 'Gunakan tema terang',
  dark: 'Gunakan tema gelap',
  members: 'Anggota ruang kerja',
  invite: 'Undang anggota',
  signOut: 'Keluar',
  nothing: 'Tidak ada hasil',
  searching: 'Mencari tautan…',
}
