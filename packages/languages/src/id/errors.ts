// Messages about errors, by the error code in the contract, for people. Other codes are shown with the API's message.
import type { AllMessages } from '../messages.ts'

export const errors: AllMessages['errors'] = {
  malformed_request: 'Server tidak dapat membaca permintaan ini. Muat ulang halaman dan coba lagi.',
  undo_conflict: 'Ini tidak dapat diurungkan lagi.',
  slug_taken: 'Kode pendek ini sudah dipakai. Pilih yang lain.',
  slug_invalid:
    'Kode pendek ini tidak dapat dipakai. Gunakan huruf, angka, - dan _, tetapi bukan kata yang dicadangkan.',
  validation_failed: 'Perbaiki isian yang ditandai.',
  plan_limit: 'Batas paket Anda telah tercapai.',
  plan_required: 'Paket Anda tidak mencakup fitur ini.',
  unauthenticated: 'Sesi Anda telah berakhir. Masuk lagi.',
  insufficient_scope: 'Kredensial ini tidak punya izin untuk itu.',
  reauthentication_required: 'Tidak ada yang diubah. Konfirmasi bahwa ini Anda untuk melanjutkan.',
  not_found: 'Ini tidak ada lagi. Mungkin sudah dihapus di tempat lain.',
  forbidden: 'Ini tidak diizinkan.',
  gone: 'Ini sudah tidak berlaku lagi.',
  wrong_password: 'Kata sandi ini salah. Coba lagi.',
  method_not_allowed: 'Alamat ini tidak menerima permintaan itu. Muat ulang halaman.',
  idempotency_conflict: 'Permintaan ini sudah pernah dikirim dengan isi lain. Muat ulang halaman.',
  misdirected_request: 'Server ini tidak melayani alamat tersebut. Buka alamat utama layanan.',
  payload_too_large: 'Ini terlalu besar.',
  rate_limited: 'Terlalu banyak permintaan. Tunggu sebentar, lalu coba lagi.',
  internal: 'Terjadi kesalahan di server. Coba lagi sebentar lagi.',
  unavailable: 'Server sedang sibuk. Coba lagi sebentar lagi.',
}
