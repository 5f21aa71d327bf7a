// The messages of custom domains.
import type { AllMessages } from '../../messages.ts'

export const domains: AllMessages['domains'] = {
  none: 'Belum ada domain khusus',
  why: 'Tautan pendek di domain Anda sendiri menunjukkan pemiliknya sebelum orang mengeklik.',
  showMore: 'Tampilkan lebih banyak',
  addTitle: 'Tambah domain',
  addText: 'Domain atau subdomain milik Anda, misalnya go.example.com.',
  domain: 'Nama domain',
  add: 'Tambah',
  added: (domain: string) => `${domain} ditambahkan`,
  addedNext: 'Selanjutnya, tambahkan catatan DNS-nya.',
  claimed: (day: string) => `Ditambahkan pada ${day}, belum terverifikasi`,
  verifiedAt: (day: string) => `Terverifikasi pada ${day}`,
  verified: 'Terverifikasi',
  waiting: 'Menunggu catatan DNS',
  check: 'Periksa catatan DNS',
  show: 'Tampilkan catatan DNS',
  hide: 'Sembunyikan catatan DNS',
  how: 'Tambahkan catatan ini di penyedia DNS Anda, biasanya di tempat Anda membeli domain:',
  recordsOf: (domain: string) => `Catatan DNS ${domain}`,
  type: 'Jenis',
  name: 'Nama',
  value: 'Nilai',
  copyName: 'Salin nama',
  copyValue: 'Salin nilai',
  proofWhy: 'Membuktikan bahwa domain ini milik Anda.',
  addressWhy: 'Mengarahkan domain ke server ini.',
  bareDomain:
    'Domain utama seperti example.com tidak dapat memakai catatan CNAME. Pakai catatan ALIAS dengan nilai yang sama, atau catatan A dan AAAA dengan alamat IP server ini.',
  found: 'Ditemukan dan benar',
  foundInstead: (what: string) => `Yang ditemukan: ${what}`,
  nothingFound: 'Belum ditemukan',
  notYet:
    'Catatan TXT tidak ditemukan. Catatan baru dapat memerlukan waktu sampai satu jam untuk muncul. Coba lagi nanti.',
  provedNotLeading:
    'Domain ini terverifikasi, dan Anda dapat membuat tautan di sana. Domain tampaknya belum mengarah ke server ini. Itu wajar jika server berada di belakang proksi.',
  allGood: 'Semua catatan benar. Tautan Anda berfungsi di domain ini.',
  remove: 'Hapus',
  removeTitle: (domain: string) => `Hapus ${domain}?`,
  removeText:
    'Anda tidak akan dapat lagi membuat tautan di domain ini, dan akun lain dapat memverifikasinya. Jika masih ada tautan, pindahkan dulu ke domain lain.',
  removed: (domain: string) => `${domain} dihapus`,
}
