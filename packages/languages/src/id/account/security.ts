// The messages for one-time codes and passkeys that only the dashboard has.
import type { AllMessages } from '../../messages.ts'

export const security: AllMessages['security'] = {
  on: 'Aktif',
  off: 'Tidak aktif',
  secondFactorText: 'Kode sekali pakai dari aplikasi autentikator, yang diminta selain kata sandi.',
  turnOnCodes: 'Aktifkan autentikasi dua faktor',
  turnOffCodes: 'Matikan autentikasi dua faktor',
  picture: 'Kode QR untuk aplikasi autentikator Anda',
  copyKey: 'Salin kunci',
  openApp: 'Buka di aplikasi pada perangkat ini',
  copyCodes: 'Salin kode',
  download: 'Unduh',
  print: 'Cetak',
  codesOf: (host: string) => `Kode pemulihan untuk ${host}`,
  codesFor: (host: string, email: string) =>
    `Kode pemulihan ${email} untuk ${host}. Masing-masing berlaku sekali.`,
  passkeysNone: 'Belum ada kunci sandi',
  renameTitle: 'Ganti nama kunci sandi',
  renameOf: (name: string) => `Ganti nama ${name}`,
  removeOf: (name: string) => `Hapus ${name}`,
  removeTitle: (name: string) => `Hapus “${name}”?`,
  removeIdentityText:
    'Identitas ini tidak dapat lagi dipakai untuk masuk. Anda dapat menghubungkannya lagi nanti.',
  cancelled: 'Dibatalkan. Anda dapat mencoba lagi.',
  exists: 'Perangkat ini sudah punya kunci sandi untuk akun ini.',
  waiting: 'Ikuti petunjuk peramban Anda untuk memilih tempat menyimpannya.',
}
