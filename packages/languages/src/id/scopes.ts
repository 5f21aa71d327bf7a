// What each scope permits, for the consent screen, the account pages and the dashboard.
import type { AllMessages } from '../messages.ts'

export const scopeSentences: AllMessages['scopeSentences'] = {
  'links:read': 'melihat tautan Anda dan memeriksa apakah sebuah kode pendek masih tersedia',
  'links:write': 'membuat dan mengubah tautan, serta memulihkan yang diarsipkan',
  'links:archive': 'mengarsipkan dan menghapus permanen tautan Anda',
  'links:analytics': 'melihat statistik klik tautan Anda, misalnya negara dan perangkat',
  'qr:read': 'melihat gaya kode QR Anda',
  'qr:write': 'mengubah gaya kode QR Anda',
  'user:read': 'melihat nama, alamat surel, paket, dan pemakaian Anda',
  'microsites:read': 'melihat mikrositus Anda beserta komponennya',
  'microsites:write': 'membuat dan mengubah mikrositus beserta komponennya',
  'microsites:delete': 'menghapus mikrositus beserta komponennya',
}
