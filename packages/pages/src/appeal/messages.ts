// The messages of appeals against the block of an account. A language that lacks one doesn't compile.
import type { Language } from '../language.ts'

export interface AppealMessages {
  title: string
  text: string
  message: string
  hint: string
  wrong: string
  submit: string
  sent: { title: string; text: string }
}

const messages: Record<Language, AppealMessages> = {
  en: {
    title: 'Appeal against the block',
    text: 'Your account was blocked, for this reason:',
    message: 'Why that is a mistake',
    hint: 'At most 1,000 characters. This address works once.',
    wrong: 'Write between 1 and 1,000 characters.',
    submit: 'Send the appeal',
    sent: {
      title: 'Your appeal was sent',
      text: 'The people who run this service will look at it, and tell you by e-mail what they decide.',
    },
  },
  id: {
    title: 'Ajukan keberatan atas pemblokiran',
    text: 'Akun Anda diblokir karena alasan ini:',
    message: 'Mengapa itu keliru',
    hint: 'Paling banyak 1.000 karakter. Alamat ini hanya berlaku satu kali.',
    wrong: 'Tulis antara 1 dan 1.000 karakter.',
    submit: 'Kirim keberatan',
    sent: {
      title: 'Keberatan Anda terkirim',
      text: 'Pengelola layanan ini akan memeriksanya, lalu memberi tahu keputusannya lewat surel.',
    },
  },
}

export const appealMessagesIn = (language: Language): AppealMessages => messages[language]
