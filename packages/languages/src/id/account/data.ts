// Export, import and deletion of the account’s data.
import type { AllMessages } from '../../messages.ts'

export const accountData: AllMessages['accountData'] = {
  exportTitle: 'Ekspor data Anda',
  exportText: 'Unduh semua yang disimpan server ini tentang Anda dalam satu berkas.',
  holds:
    'Profil|Tautan beserta pengaturan dan kode QR-nya|Jumlah klik harian, dan klik satu per satu selama disimpan|Mikrositus, barang toko, dan URL gambar|Domain, webhook, dan aplikasi|Kunci API (namanya saja)|Sesi dan aktivitas',
  format: 'Berkasnya NDJSON, satu objek JSON per baris, yang dapat dibaca skrip dan alat data.',
  download: 'Unduh data Anda',
  received: (size: string) => `${size} diterima…`,
  done: (size: string) => `Data Anda telah diunduh (${size}).`,
  deleteTitle: 'Hapus akun',
  deleteText: 'Hapus akun Anda beserta semua miliknya. Ini tidak dapat diurungkan.',
  loses: (links: string, microsites: string) =>
    `Tautan yang dibuat bulan ini saja: ${links}. Mikrositus: ${microsites}.`,
  first: 'Unduh dulu data Anda jika mungkin masih diperlukan.',
  typeEmail: (email: string) => `Ketik ${email} untuk mengonfirmasi`,
}
