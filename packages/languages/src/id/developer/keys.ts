// The messages of API keys.
import type { AllMessages } from '../../messages.ts'

export const apiKeys: AllMessages['apiKeys'] = {
  about:
    'Untuk skrip dan server Anda sendiri. Siapa pun yang memegang kunci dapat memakai akun Anda sebatas izinnya.',
  create: 'Buat kunci API',
  empty: 'Belum ada kunci API',
  emptyText:
    'Dengan kunci API, skrip dan server Anda dapat membuat tautan, membaca statistik, dan lain-lain.',
  secret:
    'Simpan kunci API di server. Di halaman web atau aplikasi, siapa pun dapat membacanya: sebagai gantinya, daftarkan aplikasi.',
  nameHint: 'Tempat Anda memakainya, misalnya "Server buletin"',
  expiry: 'Kedaluwarsa',
  never: 'Tidak pernah',
  afterDays: (days: string) => `Setelah ${days} hari`,
  onDay: 'Pada tanggal…',
  day: 'Hari terakhir',
  made: (name: string) => `${name} dibuat`,
  key: 'Kunci API',
  copyKey: 'Salin kunci',
  tryIt: 'Coba di terminal:',
  tryLabel: 'Permintaan dengan kunci ini',
  createdAt: (day: string) => `Dibuat ${day}`,
  used: (ago: string) => `Terakhir dipakai ${ago}`,
  unused: 'Belum pernah dipakai',
  ends: (day: string) => `Kedaluwarsa ${day}`,
  ended: (day: string) => `Kedaluwarsa sejak ${day}`,
  endedBadge: 'Kedaluwarsa',
  revoke: 'Cabut',
  revokeTitle: (name: string) => `Cabut "${name}"?`,
  revokeText: 'Apa pun yang memakai kunci ini langsung berhenti berfungsi. Ini tidak dapat diurungkan.',
  revoked: (name: string) => `${name} dicabut`,
  hint: (hint: string) => `berakhiran ${hint}`,
  scopeRequired: 'Pilih paling sedikit satu izin',
  nameRequired: 'Masukkan nama',
  dayRequired: 'Pilih hari ini atau tanggal sesudahnya',
  revokeName: (name: string) => `Cabut ${name}`,
}
