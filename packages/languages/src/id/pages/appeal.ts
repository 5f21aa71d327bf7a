// The page for appeals against the block of an account.
import type { AllMessages } from '../../messages.ts'

export const appealPage: AllMessages['appealPage'] = {
  title: 'Ajukan keberatan atas pemblokiran',
  text: 'Akun Anda diblokir dengan alasan ini:',
  message: 'Mengapa pemblokiran ini keliru',
  hint: 'Maksimal 1.000 karakter. Formulir ini hanya dapat dipakai sekali.',
  wrong: 'Masukkan 1 sampai 1.000 karakter.',
  submit: 'Kirim keberatan',
  sent: {
    title: 'Keberatan terkirim',
    text: 'Administrator server ini akan meninjau keberatan Anda dan mengirim keputusannya lewat surel.',
  },
}
