// The messages of a link's aliases, and of the page of mistyped codes.
import type { AllMessages } from '../../messages.ts'

export const aliases: AllMessages['aliases'] = {
  title: 'Alias',
  none: 'Tidak ada',
  count: (codes) => `${codes} alias`,
  hint: 'Kode pendek lain yang mengarah ke tautan ini, misalnya kode lama atau salah ketik yang sering terjadi. Paling banyak sepuluh.',
  code: 'Alias baru',
  add: 'Tambah',
  added: (code) => `${code} kini mengarah ke tautan ini`,
  copy: (code) => `Salin ${code}`,
  remove: (code) => `Hapus ${code}`,
  removeTitle: (code) => `Hapus ${code}?`,
  removeText:
    'Pengunjung yang memakainya akan melihat “Tautan tidak ditemukan”, dan siapa pun dapat memakai kode itu untuk tautannya.',
  removeAction: 'Hapus alias',
  removed: (code) => `${code} dihapus`,
}

export const mistypedCodes: AllMessages['mistypedCodes'] = {
  title: 'Kode salah ketik',
  description:
    'Kode yang dicari orang tetapi tidak ada. Jadikan kode itu alias dari tautan yang mereka maksud.',
  back: 'Kembali ke tautan',
  list: 'Kode salah ketik',
  asked: (people) => `Dicari oleh ${people} orang`,
  askedOnce: 'Dicari oleh 1 orang',
  last: (when) => `terakhir ${when}`,
  meant: 'Mungkin yang dimaksud:',
  makeAlias: 'Jadikan alias',
  made: (code, short) => `${code} kini menjadi alias dari ${short}`,
  dismiss: 'Abaikan',
  dismissed: 'Diabaikan',
  chooseTitle: (code) => `Jadikan ${code} sebagai alias`,
  chooseHint: (domain) => `Kode pendek dari sebuah tautan di ${domain}.`,
  short: 'Kode pendek tautan',
  cancel: 'Batal',
  emptyTitle: 'Tidak ada kode salah ketik',
  empty:
    'Jika orang mencari kode yang berbeda satu huruf dari tautan Anda, atau kode tak dikenal apa pun di domain Anda sendiri, kode itu muncul di sini dalam satu atau dua menit.',
}
