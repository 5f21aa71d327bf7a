// The messages that all sections of the developer page share.
import type { AllMessages } from '../../messages.ts'

export const developer: AllMessages['developer'] = {
  description: 'Otomatiskan semua yang dapat Anda lakukan di dasbor.',
  sections: 'Pengembang',
  keys: 'Kunci API',
  webhooks: 'Webhook',
  applications: 'Aplikasi',
  agents: 'Agen',
  reference: 'Referensi API',
  shownOnce: 'Salin sekarang. Ini tidak akan ditampilkan lagi, dan tidak dapat dipulihkan.',
  done: 'Selesai',
  create: 'Buat',
  save: 'Simpan',
  edit: 'Ubah',
  remove: 'Hapus',
  copyCommand: 'Salin perintah',
  name: 'Nama',
  scopes: 'Izin',
  readOnly: 'Hanya baca',
  everything: 'Akses penuh',
  chosen: (count: string, all: string) => `${count} dari ${all}`,
  links: 'Tautan',
  qr: 'Kode QR',
  account: 'Akun',
  microsites: 'Mikrositus',
}
