// The plan and how much of it is used.
import type { AllMessages } from '../../messages.ts'

export const plan: AllMessages['plan'] = {
  yours: 'Paket Anda',
  change: 'Paket ditetapkan oleh administrator server ini.',
  included: 'Yang termasuk',
  bulk: 'Pembuatan tautan massal',
  slides: 'Salindia gambar di mikrositus',
  visibility: 'Mikrositus tersembunyi',
  tools: 'Alat agen lewat jaringan (MCP)',
  yes: 'Termasuk',
  no: 'Tidak termasuk',
  statistics: 'Riwayat statistik',
  requests: 'Permintaan API',
  days: (days: string) => `${days} hari`,
  all: 'Tanpa batas',
  perMinute: (requests: string) => `${requests} per menit`,
}
