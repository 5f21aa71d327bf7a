// The consent screen.
import type { AllMessages } from '../../messages.ts'

export const consentPages: AllMessages['consentPages'] = {
  title: { before: '', after: ' ingin mengakses akun Anda' },
  scopesIntro: 'Jika Anda memberi akses, aplikasi ini dapat:',
  events: 'berlangganan peristiwa tentang data yang dapat dibacanya',
  signedInAs: 'Anda masuk sebagai',
  switchAccount: 'Pakai akun lain',
  workspace: 'Ruang kerja',
  ownWorkspace: 'Pribadi',
  readOnly: (name: string) => `${name} (hanya membaca)`,
  workspaceHint:
    'Aplikasi ini hanya mendapat akses ke ruang kerja ini, dan tidak pernah dapat melakukan lebih dari yang diizinkan peran Anda di sana.',
  destination: 'Selanjutnya, Anda dikirim ke',
  onThisDevice: 'sebuah program di perangkat ini',
  from: 'Situs webnya adalah',
  neighbour:
    'Akun lain di server ini mendaftarkan aplikasi ini. Beri akses hanya jika Anda memercayainya dan Anda sendiri yang memulainya.',
  unverified:
    'Aplikasi ini mendaftarkan dirinya sendiri, dan namanya belum diverifikasi siapa pun. Beri akses hanya jika Anda sendiri yang memulainya.',
  takeBack: (apps) => `Aksesnya dapat Anda cabut kapan saja di akun Anda, pada “${apps}”.`,
  allow: 'Izinkan',
  deny: 'Tolak',
  faults: {
    'unknown-app': {
      title: 'Aplikasi tidak dikenal',
      text: 'Anda dikirim ke sini oleh aplikasi yang tidak, atau tidak lagi, terdaftar di server ini. Kembalilah ke aplikasinya, dan hubungi pengembangnya jika ini terjadi lagi.',
    },
    'unknown-address': {
      title: 'URI pengalihan tidak dikenal',
      text: 'Permintaan ini akan mengirim Anda ke URL yang tidak didaftarkan aplikasi, jadi dihentikan. Kembalilah ke aplikasinya, dan hubungi pengembangnya jika ini terjadi lagi.',
    },
    'request-gone': {
      title: 'Permintaan ini tidak berlaku lagi',
      text: 'Permintaan ini sudah dijawab, kedaluwarsa, atau diubah. Tidak ada akses yang diberikan. Kembalilah ke aplikasinya dan mulai lagi.',
    },
  },
  stop: {
    denied: { title: 'Akses ditolak', text: ' tidak mendapat akses ke akun Anda.' },
    failed: {
      title: 'Permintaan ini gagal',
      text: ' meminta akses ke akun Anda, tetapi permintaannya tidak dapat diselesaikan. Aplikasi ini tidak mendapat akses.',
    },
    warning:
      'Aplikasi ini mendaftarkan dirinya sendiri, dan nama serta situs webnya belum diverifikasi siapa pun. Lanjutkan hanya jika Anda memercayainya dan Anda sendiri yang memulainya. Jangan pernah memasukkan kata sandi akun ini di sana.',
    destination: 'Jika Anda melanjutkan, Anda menuju ke',
    details: 'Rincian untuk pengembang',
    stay: 'Ke akun Anda',
    leave: 'Lanjutkan',
  },
}
