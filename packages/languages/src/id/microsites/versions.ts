// The messages about the versions of a microsite, in its editor.
import type { AllMessages } from '../../messages.ts'

export const micrositeVersions: AllMessages['micrositeVersions'] = {
  versions: 'Versi',
  intro: 'Tampilan mikrositus ini bagi pengunjung. 50 versi terakhir disimpan.',
  ofDrafts: 'Versi disimpan sejak mikrositus diterbitkan.',
  now: 'Sekarang',
  all: 'Semua versi',
  frame: 'Pratinjau versi',
  byKey: (name) => `Kunci API ${name}`,
  first: 'Versi pertama',
  unchanged: 'Tidak ada perubahan',
  fields: (names) => `Diubah: ${names}`,
  added: (count) => `${count} komponen ditambahkan`,
  changed: (count) => `${count} komponen diubah`,
  removed: (count) => `${count} komponen dihapus`,
  reordered: 'Urutan baru',
  missingImages: (count) =>
    count === 1
      ? 'Satu gambar dari versi ini sudah dihapus dan tidak dapat ditampilkan.'
      : `${count} gambar dari versi ini sudah dihapus dan tidak dapat ditampilkan.`,
  bringBack: 'Kembalikan',
  broughtBack: 'Versi ini sudah dikembalikan. Pengunjung melihatnya sekarang.',
  notBroughtBack: 'Tidak dikembalikan',
}
