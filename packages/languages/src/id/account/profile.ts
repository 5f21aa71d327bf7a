// The profile, and the preferences of this browser.
import type { AllMessages } from '../../messages.ts'

export const profile: AllMessages['profile'] = {
  emailHint: 'Anda masuk dengan alamat ini. Alamat ini tidak dapat diganti.',
  appearance: 'Bahasa, tema, dan pintasan',
  here: 'Untuk dasbor di peramban ini.',
  language: 'Bahasa',
  theme: 'Tema',
  light: 'Terang',
  dark: 'Gelap',
  system: 'Sistem',
  keys: 'Pintasan papan ketik',
  keysOn: 'Aktif',
  keysOff: 'Nonaktif',
  keysHint:
    'c: tautan baru · / : cari · g dan satu huruf: buka halaman · g w: ganti ruang kerja · ? : perintah',
  since: (day: string) => `Anggota sejak ${day}`,
}
