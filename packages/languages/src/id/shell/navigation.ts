// The main navigation.
import type { AllMessages } from '../../messages.ts'

export const navigation: AllMessages['navigation'] = {
  links: 'Tautan',
  statistics: 'Statistik',
  microsites: 'Mikrositus',
  images: 'Gambar dan toko',
  qr: 'Kode QR',
  changes: 'Yang berubah',
  developer: 'Pengembang',
  workspace: 'Ruang kerja',
  account: 'Akun',
  administration: 'Administrasi',
}
