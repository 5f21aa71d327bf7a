// The messages of the shared components.
import type { AllMessages } from '../../messages.ts'

export const componentKit: AllMessages['componentKit'] = {
  close: 'Tutup',
  cancel: 'Batal',
  discard: 'Buang perubahan',
  copy: 'Salin',
  copied: 'Disalin',
  copyFailed: 'Tidak dapat menyalin. Pilih teksnya, lalu salin secara manual.',
  retry: 'Coba lagi',
  failed: 'Ini tidak dapat dimuat',
  more: 'Lainnya',
  of: (used: string, limit: string) => `${used} dari ${limit}`,
  unlimited: (used: string) => `${used}, tanpa batas`,
  loading: 'Memuat…',
  messages: 'Notifikasi',
  clearSearch: 'Hapus pencarian',
  datePart: 'Tanggal belum lengkap. Lengkapi, atau kosongkan isian ini.',
  undo: 'Urungkan',
  undone: 'Diurungkan',
}
