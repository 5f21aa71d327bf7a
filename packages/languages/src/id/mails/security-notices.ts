// The e-mails that notify an owner of a change to the account’s security.
import type { AllMessages } from '../../messages.ts'

const quoted = (name: string) => (name ? ` “${name}”` : '')

export const securityNotices: AllMessages['securityNotices'] = {
  kinds: {
    'new-device': {
      subject: (host) => `Ada yang masuk ke akun Anda di ${host}`,
      text: (host) => `Seseorang masuk ke akun Anda di ${host} dari perangkat atau peramban baru.`,
    },
    'password-changed': {
      subject: (host) => `Kata sandi Anda untuk ${host} telah diganti`,
      text: (host) => `Kata sandi akun Anda di ${host} telah diganti, dan semua sesi lain telah diakhiri.`,
    },
    'second-factor-off': {
      subject: (host) => `Autentikasi dua faktor dimatikan di ${host}`,
      text: (host) =>
        `Autentikasi dua faktor dimatikan untuk akun Anda di ${host}. Sekarang kata sandi saja cukup untuk masuk.`,
    },
    'passkey-added': {
      subject: (host) => `Kunci sandi ditambahkan ke akun Anda di ${host}`,
      text: (host, name) =>
        `Kunci sandi${quoted(name)} ditambahkan ke akun Anda di ${host}. Kunci ini dapat dipakai untuk masuk tanpa kata sandi.`,
    },
    'passkey-removed': {
      subject: (host) => `Kunci sandi dihapus dari akun Anda di ${host}`,
      text: (host) =>
        `Sebuah kunci sandi dihapus dari akun Anda di ${host}, dan tidak dapat lagi dipakai untuk masuk.`,
    },
    'identity-joined': {
      subject: (host) => `Akun Anda di ${host} dihubungkan dengan masuk terpadu`,
      text: (host, name) =>
        `Akun Anda di ${host} dihubungkan dengan sebuah identitas di${quoted(name)}. Identitas ini dapat dipakai untuk masuk tanpa kata sandi Anda.`,
    },
    'identity-removed': {
      subject: (host) => `Sebuah identitas masuk terpadu dihapus dari akun Anda di ${host}`,
      text: (host) =>
        `Sebuah identitas masuk terpadu dihapus dari akun Anda di ${host}. Identitas ini tidak dapat lagi dipakai untuk masuk.`,
    },
    'key-added': {
      subject: (host) => `Kunci API ditambahkan ke akun Anda di ${host}`,
      text: (host, name) =>
        `Kunci API${quoted(name)} ditambahkan ke akun Anda di ${host}. Siapa pun yang memilikinya dapat memakai akun Anda sebatas izinnya.`,
    },
  },
  when: 'Waktu',
  from: 'Dari',
  with: 'Dengan',
  unknownBrowser: 'peramban yang tidak dikenal',
  ifYou: 'Jika ini Anda, tidak ada yang perlu dilakukan.',
  ifNot: 'Jika bukan Anda, ganti kata sandi Anda, dan hapus yang tidak Anda kenali:',
  forgotPassword: 'Jika kata sandi Anda tidak berlaku lagi, atur ulang di sini:',
}
