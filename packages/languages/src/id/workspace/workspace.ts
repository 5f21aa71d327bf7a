// The settings of a workspace: its name, leaving and deleting it.
import type { AllMessages } from '../../messages.ts'

export const workspace: AllMessages['workspace'] = {
  title: 'Ruang kerja',
  sections: 'Bagian ruang kerja',
  members: 'Anggota',
  plan: 'Paket',
  domains: 'Domain',
  audit: 'Log audit',
  settings: 'Pengaturan',
  alone: 'Ruang kerja pribadi hanya untuk Anda sendiri',
  aloneText: 'Buat ruang kerja untuk berbagi tautan, mikrositus, dan statistik dengan orang lain.',
  nameTitle: 'Nama',
  name: 'Nama',
  save: 'Simpan',
  renamed: 'Nama disimpan',
  exportTitle: 'Ekspor data ruang kerja',
  exportText: 'Unduh semua isi ruang kerja yang disimpan server ini dalam satu berkas.',
  exportHolds:
    'Tautan beserta pengaturan dan kode QR-nya|Jumlah klik harian, dan klik satu per satu selama disimpan|Mikrositus, barang toko, dan URL gambar|Domain, webhook, dan aplikasi|Kunci API (namanya saja)|Log audit',
  download: 'Unduh data',
  leaveTitle: 'Keluar dari ruang kerja',
  leaveText:
    'Anda langsung kehilangan akses, begitu juga aplikasi yang Anda hubungkan di sini. Kunci API Anda berhenti berfungsi sampai diambil alih admin. Semua yang Anda buat tetap ada.',
  leaveOwner: 'Jika Anda satu-satunya pemilik, jadikan dulu anggota lain pemilik.',
  leave: 'Keluar dari ruang kerja',
  leaveAsk: (name: string) => `Keluar dari “${name}”?`,
  deleteTitle: 'Hapus ruang kerja',
  deleteText: 'Hapus ruang kerja ini beserta semua isinya, untuk semua anggota. Ini tidak dapat diurungkan.',
  deleteLoses:
    'Tautannya langsung berhenti berfungsi. Tautan, mikrositus, statistik, domain, kunci API, dan aplikasinya dihapus permanen.',
  deleteFirst:
    'Ekspor dulu datanya, atau pindahkan tautan ke ruang kerja lain, jika mungkin masih diperlukan.',
  delete: 'Hapus ruang kerja',
  deleteAsk: (name: string) => `Hapus “${name}”?`,
  typeName: (name: string) => `Ketik ${name} untuk mengonfirmasi`,
}
