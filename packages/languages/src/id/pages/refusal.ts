// The page for a refused request or an error that no form can show.
import type { AllMessages } from '../../messages.ts'

export const refusalPage: AllMessages['refusalPage'] = {
  reference: 'ID permintaan',
  other: { title: 'Terjadi kesalahan', text: 'Kembali dan coba lagi.' },
  codes: {
    not_found: { title: 'Halaman tidak ditemukan', text: 'Periksa URL-nya, atau kembali ke halaman awal.' },
    forbidden: {
      title: 'Permintaan tidak diizinkan',
      text: 'Kembali, muat ulang halaman, lalu kirim lagi formulirnya.',
    },
    rate_limited: { title: 'Terlalu banyak percobaan', text: 'Tunggu satu menit lalu coba lagi.' },
    gone: { title: 'Tautan ini sudah dipakai atau kedaluwarsa', text: 'Mintalah tautan baru.' },
    unavailable: {
      title: 'Untuk sementara tidak tersedia',
      text: 'Tidak ada yang hilang. Tunggu beberapa detik lalu coba lagi.',
    },
    internal: {
      title: 'Ada yang tidak beres di pihak kami',
      text: 'Coba lagi sebentar lagi. Jika terus terjadi, kirim ID permintaan di bawah ini kepada pengelola.',
    },
  },
}
