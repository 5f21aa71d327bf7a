// What the dashboard says when a request fails without an error of the API.
import type { AllMessages } from '../../messages.ts'

export const failures: AllMessages['failures'] = {
  lost: 'Tidak ada respons dari server. Perubahan Anda masih ada di sini. Periksa koneksi Anda, lalu coba lagi.',
  bug: 'Terjadi kesalahan. Coba lagi, atau muat ulang halaman.',
  request: (id: string) => ` (Permintaan ${id})`,
}
