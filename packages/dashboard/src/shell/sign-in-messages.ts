// The messages for users whose session has ended.
import { defineMessages } from '../lib/language.ts'

export const signInMessages = defineMessages({
  en: {
    title: 'You have been signed out',
    why: 'Your session has ended. Sign in again to go on: what you entered is kept.',
    email: 'E-mail address',
    password: 'Password',
    code: 'One-time or recovery code',
    codeHint: 'From your authenticator app, or one of the recovery codes that you have kept.',
    wrongCode: 'That code is not right, or was used already.',
    passkey: 'Sign in with a passkey',
    or: 'or',
    cancelled: 'Nothing was done. Try again, or use your password.',
    signIn: 'Sign in',
    otherWays: 'Sign in another way, in a new tab',
    again: 'You are signed in again',
    goOn: 'What you entered is still here. If you were saving, save again.',
    otherTitle: 'Another account is signed in',
    other: (now: string, before: string) =>
      `This browser is now signed in as ${now}, and these pages are those of ${before}. Nothing of them is saved to the other account.`,
    goOnAs: (email: string) => `Go on as ${email}`,
    signInAs: (email: string) => `Sign in as ${email}`,
  },
  id: {
    title: 'Anda sudah keluar',
    why: 'Sesi Anda telah berakhir. Masuk lagi untuk melanjutkan: isian Anda tetap tersimpan.',
    email: 'Alamat surel',
    password: 'Kata sandi',
    code: 'Kode sekali pakai atau kode pemulihan',
    codeHint: 'Dari aplikasi autentikator Anda, atau salah satu kode pemulihan yang Anda simpan.',
    wrongCode: 'Kode itu salah, atau sudah dipakai.',
    passkey: 'Masuk dengan kunci sandi',
    or: 'atau',
    cancelled: 'Tidak ada yang dilakukan. Coba lagi, atau gunakan kata sandi Anda.',
    signIn: 'Masuk',
    otherWays: 'Masuk dengan cara lain, di tab baru',
    again: 'Anda sudah masuk lagi',
    goOn: 'Isian Anda masih di sini. Jika tadi sedang menyimpan, simpan lagi.',
    otherTitle: 'Akun lain sedang masuk',
    other: (now: string, before: string) =>
      `Peramban ini sekarang masuk sebagai ${now}, sedangkan halaman ini milik ${before}. Tidak ada isinya yang disimpan ke akun lain itu.`,
    goOnAs: (email: string) => `Lanjutkan sebagai ${email}`,
    signInAs: (email: string) => `Masuk sebagai ${email}`,
  },
})
