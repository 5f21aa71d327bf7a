// The messages for users whose session has ended.
import type { AllMessages } from '../../messages.ts'

export const signInAgain: AllMessages['signInAgain'] = {
  title: 'Anda telah keluar',
  why: 'Sesi Anda telah berakhir. Masuk lagi untuk melanjutkan. Perubahan Anda tetap tersimpan.',
  email: 'Alamat surel',
  password: 'Kata sandi',
  code: 'Kode sekali pakai atau kode pemulihan',
  codeHint: 'Dari aplikasi autentikator Anda, atau salah satu kode pemulihan yang Anda simpan.',
  wrongCode: 'Kode ini salah atau sudah dipakai. Coba lagi.',
  passkey: 'Masuk dengan kunci sandi',
  or: 'atau',
  cancelled: 'Masuk dengan kunci sandi dibatalkan. Coba lagi, atau gunakan kata sandi Anda.',
  signIn: 'Masuk',
  otherWays: 'Masuk dengan cara lain, di tab baru',
  again: 'Anda sudah masuk lagi',
  goOn: 'Perubahan Anda masih ada di sini. Jika tadi sedang menyimpan, simpan lagi.',
  otherTitle: 'Akun lain sedang masuk',
  other: (now: string, before: string) =>
    `Peramban ini sekarang masuk sebagai ${now}, sedangkan halaman ini milik ${before}. Tidak ada yang akan disimpan ke akun lain itu.`,
  goOnAs: (email: string) => `Lanjutkan sebagai ${email}`,
  signInAs: (email: string) => `Masuk sebagai ${email}`,
}
