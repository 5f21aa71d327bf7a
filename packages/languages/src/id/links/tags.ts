// Pesan di halaman tag.
import type { AllMessages } from '../../messages.ts'

export const tags: AllMessages['tags'] = {
  title: 'Tag',
  description:
    'Tag mengelompokkan tautan, agar Anda dapat menyaring daftar dan melihat kliknya bersama-sama.',
  back: 'Kembali ke tautan',
  list: 'Tag',
  find: 'Cari tag',
  links: (links) => `${links} tautan`,
  oneLink: '1 tautan',
  more: (name) => `Tindakan lain untuk ${name}`,
  showLinks: 'Tampilkan tautan',
  edit: 'Ubah nama atau warna',
  merge: 'Gabungkan ke…',
  remove: 'Hapus',
  name: 'Nama',
  color: 'Warna',
  colors: {
    red: 'Merah',
    orange: 'Oranye',
    amber: 'Kuning',
    green: 'Hijau',
    teal: 'Toska',
    blue: 'Biru',
    indigo: 'Nila',
    purple: 'Ungu',
    pink: 'Merah muda',
    grey: 'Abu-abu',
  },
  save: 'Simpan',
  saved: 'Tag disimpan',
  cancel: 'Batal',
  mergeTitle: (name) => `Gabungkan ${name}`,
  mergeHint: (name) =>
    `Tautan dengan ${name} mendapat tag yang lain, lalu ${name} dihapus. Ini tidak dapat dibatalkan.`,
  into: 'Ke',
  mergeAction: 'Gabungkan tag',
  merged: (into) => `Digabungkan ke ${into}`,
  removeTitle: (name) => `Hapus ${name}?`,
  removeText:
    'Tag ini dihapus dari tautannya, yang selebihnya tetap seperti semula. Ini tidak dapat dibatalkan.',
  removeAction: 'Hapus tag',
  removed: 'Tag dihapus',
  emptyTitle: 'Belum ada tag',
  empty: 'Buka tautan dan tambahkan tag. Tag akan muncul di sini.',
  noneFound: 'Tidak ada tag dengan nama seperti ini.',
}
