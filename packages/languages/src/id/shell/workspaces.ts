// Choosing, creating and losing workspaces, on every page.
import type { AllMessages } from '../../messages.ts'

export const workspaces: AllMessages['workspaces'] = {
  personal: 'Pribadi',
  current: 'Ruang kerja saat ini',
  switch: (name: string) => `Ruang kerja: ${name}. Ganti ruang kerja`,
  title: 'Ganti ruang kerja',
  find: 'Cari ruang kerja…',
  list: 'Ruang kerja Anda',
  someOf: (shown: string, all: string) => `${shown} dari ${all}. Ketik untuk mencari yang lain.`,
  nothing: 'Tidak ada ruang kerja yang cocok',
  loading: 'Memuat ruang kerja Anda…',
  switchTo: (name: string) => `Pindah ke ${name}`,
  create: 'Buat ruang kerja…',
  createTitle: 'Buat ruang kerja',
  createText: 'Untuk tautan, mikrositus, dan statistik yang Anda kelola bersama orang lain.',
  name: 'Nama',
  nameHint: 'Misalnya nama tim Anda. Nama ini dapat diubah nanti.',
  nameRequired: 'Isi namanya',
  createIt: 'Buat ruang kerja',
  lost: 'Anda tidak lagi punya akses ke ruang kerja itu. Ini ruang kerja pribadi Anda.',
  lostNamed: (name: string) => `Anda tidak lagi punya akses ke “${name}”. Ini ruang kerja pribadi Anda.`,
  left: (name: string) => `Anda keluar dari “${name}”. Ini ruang kerja pribadi Anda.`,
  deleted: (name: string) => `“${name}” dihapus. Ini ruang kerja pribadi Anda.`,
}
