// The messages for requests that fail without an API error.
import type { AllMessages } from '../../messages.ts'

export const failures: AllMessages['failures'] = {
  lost: 'Tidak ada respons dari server. Perubahan Anda masih ada di sini. Periksa koneksi Anda, lalu coba lagi.',
  language: 'Bahasa tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  bug: 'Terjadi kesalahan. Coba lagi, atau muat ulang halaman.',
  request: (id: string) => ` (Permintaan ${id})`,
}
