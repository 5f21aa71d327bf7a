// The messages about sessions, besides those that the dashboard shares with the account pages.
import type { AllMessages } from '../../messages.ts'

export const sessions: AllMessages['sessions'] = {
  end: (agent: string) => `Keluarkan ${agent}`,
  othersTitle: 'Keluar di semua tempat lain?',
  others: 'Semua peramban lain harus masuk lagi. Perubahan yang belum disimpan di sana tetap ada.',
  none: 'Anda tidak masuk di tempat lain.',
}
