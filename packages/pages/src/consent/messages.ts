// The messages of the consent screen, in both languages.
import type { Scope } from '@linnet/contract'
import { english as englishAccount } from '../account/english.ts'
import { indonesian as indonesianAccount } from '../account/indonesian.ts'
import type { Language } from '../language.ts'
import { scopeSentences } from './scope-sentences.ts'

export type ConsentFault = 'unknown-app' | 'unknown-address' | 'request-gone'

export interface ConsentMessages {
  /** The name of the application stands between the two. */
  title: { before: string; after: string }
  scopesIntro: string
  scopes: Record<Scope, string>
  /** What any application can do with API access and a scope that reads something: subscribe to the matching events. */
  events: string
  signedInAs: string
  switchAccount: string
  destination: string
  /** For an address on the user's own device. */
  onThisDevice: string
  /** Before the host of an application's metadata document. */
  from: string
  neighbour: string
  unverified: string
  takeBack: string
  allow: string
  deny: string
  faults: Record<ConsentFault, { title: string; text: string }>
  /** For the page that replaces an error redirect. Each text follows the name of the application. */
  stop: {
    denied: { title: string; text: string }
    failed: { title: string; text: string }
    warning: string
    destination: string
    details: string
    stay: string
    leave: string
  }
}

const english: ConsentMessages = {
  title: { before: '', after: ' wants to use your account' },
  scopesIntro: 'If you allow it, it can:',
  scopes: scopeSentences.en,
  events: 'subscribe to events about the data that it can read',
  signedInAs: 'You are signed in as',
  switchAccount: 'Use another account',
  destination: 'After that you are sent to',
  onThisDevice: 'a program on this device',
  from: 'It comes from',
  neighbour:
    'Another account of this server has registered this application. Allow it only if you know it and have just started this yourself.',
  unverified:
    'This application introduced itself, and nobody has checked its name. Allow it only if you have just started this yourself.',
  takeBack: `You can take this back at any time in your account, under “${englishAccount.sections.apps}”.`,
  allow: 'Allow',
  deny: 'Deny',
  faults: {
    'unknown-app': {
      title: 'This application is not known here',
      text: 'The address that brought you here names an application that this server does not know, or no longer. Go back to the application, and tell its makers if it happens again.',
    },
    'unknown-address': {
      title: 'This request cannot be trusted',
      text: 'It would have sent you to an address that the application has not registered, so it ends here. Go back to the application, and tell its makers if it happens again.',
    },
    'request-gone': {
      title: 'This request has ended',
      text: 'It was answered already, is too old, or was changed on its way. Nothing was allowed. Go back to the application and begin again.',
    },
  },
  stop: {
    denied: { title: 'Access denied', text: ' did not get access to your account.' },
    failed: {
      title: 'This request failed',
      text: ' asked for access to your account, but its request could not be completed. It did not get access.',
    },
    warning:
      'This application registered itself, and nobody has checked its name or its website. Continue only if you trust it and you started this yourself. Never enter your password for this account there.',
    destination: 'If you continue, you’ll be sent to',
    details: 'Details for the developer',
    stay: 'Go to your account',
    leave: 'Continue',
  },
}

const indonesian: ConsentMessages = {
  title: { before: '', after: ' ingin memakai akun Anda' },
  scopesIntro: 'Jika Anda mengizinkan, aplikasi ini dapat:',
  scopes: scopeSentences.id,
  events: 'berlangganan peristiwa tentang data yang dapat dibacanya',
  signedInAs: 'Anda masuk sebagai',
  switchAccount: 'Pakai akun lain',
  destination: 'Setelah itu Anda dikirim ke',
  onThisDevice: 'sebuah program di perangkat ini',
  from: 'Aplikasi ini berasal dari',
  neighbour:
    'Aplikasi ini didaftarkan oleh akun lain di server ini. Izinkan hanya jika Anda mengenalnya dan Anda sendiri yang baru saja memulainya.',
  unverified:
    'Aplikasi ini memperkenalkan dirinya sendiri, dan namanya belum diperiksa siapa pun. Izinkan hanya jika Anda sendiri yang baru saja memulainya.',
  takeBack: `Anda dapat mencabutnya kapan saja di akun Anda, pada “${indonesianAccount.sections.apps}”.`,
  allow: 'Izinkan',
  deny: 'Tolak',
  faults: {
    'unknown-app': {
      title: 'Aplikasi ini tidak dikenal di sini',
      text: 'Alamat yang membawa Anda ke sini menyebut aplikasi yang tidak, atau tidak lagi, dikenal server ini. Kembalilah ke aplikasinya, dan beri tahu pembuatnya jika ini terjadi lagi.',
    },
    'unknown-address': {
      title: 'Permintaan ini tidak dapat dipercaya',
      text: 'Anda akan dikirim ke alamat yang tidak didaftarkan aplikasi itu, jadi permintaan ini berhenti di sini. Kembalilah ke aplikasinya, dan beri tahu pembuatnya jika ini terjadi lagi.',
    },
    'request-gone': {
      title: 'Permintaan ini sudah berakhir',
      text: 'Permintaan ini sudah dijawab, terlalu lama, atau berubah di jalan. Tidak ada yang diizinkan. Kembalilah ke aplikasinya dan mulai lagi.',
    },
  },
  stop: {
    denied: { title: 'Akses ditolak', text: ' tidak mendapat akses ke akun Anda.' },
    failed: {
      title: 'Permintaan ini gagal',
      text: ' meminta akses ke akun Anda, tetapi permintaannya tidak dapat diselesaikan. Aplikasi ini tidak mendapat akses.',
    },
    warning:
      'Aplikasi ini mendaftarkan dirinya sendiri, dan nama serta situsnya belum diperiksa siapa pun. Lanjutkan hanya jika Anda memercayainya dan Anda sendiri yang baru saja memulainya. Jangan pernah memasukkan kata sandi akun ini di sana.',
    destination: 'Jika Anda melanjutkan, Anda menuju ke',
    details: 'Rincian untuk pengembangnya',
    stay: 'Ke akun Anda',
    leave: 'Lanjutkan',
  },
}

const messages: Record<Language, ConsentMessages> = { en: english, id: indonesian }

export const consentMessages = (language: Language): ConsentMessages => messages[language]
