// The page for an unknown URL.
import type { AllMessages } from '../../messages.ts'

export const notFound: AllMessages['notFound'] = {
  title: 'Halaman tidak ditemukan',
  what: 'Tidak ada halaman di URL ini.',
  back: 'Ke tautan Anda',
}
