// Pesan tentang kode pendek lain dari tautan, dan halaman kode yang salah ketik.
import type { AllMessages } from '../../messages.ts'

export const aliases: AllMessages['aliases'] = {
  title: 'Kode pendek lain',
  none: 'Tidak ada',
  count: (codes) => `${codes} kode`,
  hint: 'Kode ini juga mengarah ke tautan ini, misalnya kode lama atau salah ketik yang sering terjadi. Paling banyak sepuluh.',
  code: 'Kode baru',
  add: 'Tambah',
  added: (code) => `${code} kini mengarah ke tautan ini`,
  copy: (code) => `Salin ${code}`,
  remove: (code) => `Hapus ${code}`,
  removeTitle: (code) => `Hapus ${code}?`,
  removeText:
    'Pengunjung yang memakainya akan melihat “Tautan tidak ditemukan”, dan siapa pun dapat mengambil kode itu.',
  removeAction: 'Hapus kode',
  removed: (code) => `${code} dihapus`,
}

export const mistypedCodes: AllMessages['mistypedCodes'] = {
  title: 'Kode salah ketik',
  description:
    'Kode yang diminta orang tetapi tidak ada. Anda dapat mengarahkannya ke tautan yang mereka maksud.',
  back: 'Kembali ke tautan',
  list: 'Kode salah ketik',
  asked: (people) => `Diminta oleh ${people} orang`,
  askedOnce: 'Diminta oleh 1 orang',
  last: (when) => `terakhir ${when}`,
  meant: 'Mungkin yang dimaksud:',
  makeAlias: 'Jadikan alias',
  made: (code, short) => `${code} kini mengarah ke halaman yang sama dengan ${short}`,
  dismiss: 'Abaikan',
  dismissed: 'Diabaikan',
  chooseTitle: (code) => `Jadikan ${code} alias`,
  chooseHint: (domain) => `Kode pendek dari sebuah tautan di ${domain}.`,
  short: 'Kode pendek tautan',
  cancel: 'Batal',
  emptyTitle: 'Tidak ada kode salah ketik',
  empty:
    'Jika orang meminta kode yang berbeda satu huruf dari tautan Anda, atau kode apa pun yang tidak dikenal di domain Anda sendiri, kode itu muncul di sini dalam satu atau dua menit.',
}
