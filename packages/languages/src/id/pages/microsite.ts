// The messages on microsites, besides their owners’ content.
import type { AllMessages } from '../../messages.ts'

export const micrositePages: AllMessages['micrositePages'] = {
  reveal: 'Tampilkan',
  hide: 'Sembunyikan',
  locked: 'Konten ini dilindungi kata sandi.',
  notOpen: 'Konten ini belum tersedia.',
  lockedLink: 'Tautan terkunci',
  password: 'Kata sandi',
  unlock: 'Buka',
  wrongPassword: 'Kata sandi salah. Coba lagi.',
  tooManyTries: (when) => `Terlalu banyak percobaan. Anda dapat mencoba lagi ${when}.`,
  link: 'Tautan',
  links: 'Tautan',
  shop: 'Toko',
  bestsellers: 'Paling populer',
  free: 'Gratis',
  backTo: 'Kembali ke',
  madeWith: 'Dibuat dengan Linnet',
  report: 'Laporkan',
}
