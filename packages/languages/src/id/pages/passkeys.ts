// The messages of the passkey scripts.
import type { AllMessages } from '../../messages.ts'

export const passkeyFailures: AllMessages['passkeyFailures'] = {
  cancelled: 'Dibatalkan. Anda dapat mencoba lagi.',
  unknown: 'Kunci sandi ini tidak terdaftar di sini. Masuk dengan cara lain.',
  tries: 'Terlalu banyak percobaan. Tunggu satu menit, lalu coba lagi.',
  exists: 'Perangkat ini sudah punya kunci sandi untuk akun ini.',
  failed: 'Kunci sandi tidak berhasil. Coba lagi, atau masuk dengan cara lain.',
}
