// The messages that the sections of the administration share.
import type { AllMessages } from '../../messages.ts'

export const administration: AllMessages['administration'] = {
  sections: 'Bagian administrasi',
  people: 'Orang',
  plans: 'Paket',
  'sign-ups': 'Pendaftaran',
  reports: 'Laporan',
  appeals: 'Keberatan',
  health: 'Kesehatan',
  waiting: (name: string, count: string) => `${name} (${count})`,
  range: (first: string, last: string, total: string) => `${first}–${last} dari ${total}`,
  pages: 'Navigasi halaman',
  previous: 'Halaman sebelumnya',
  next: 'Halaman berikutnya',
  administrator: 'Administrator',
  blocked: 'Diblokir',
  blockedSince: (day: string) => `Diblokir sejak ${day}`,
  blockReason: 'Alasan (ditampilkan kepada pemilik)',
  blockReasonHint: 'Maksimal 500 karakter.',
  note: 'Catatan untuk administrator (opsional)',
  noteHint: 'Tidak pernah ditampilkan kepada pemilik.',
  unblock: 'Buka blokir',
  undo: 'Urungkan',
}
