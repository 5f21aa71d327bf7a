// The page for reporting a link.
import type { AllMessages } from '../../messages.ts'

export const reportPage: AllMessages['reportPage'] = {
  title: 'Laporkan tautan',
  text: 'Apakah tautan di layanan ini menuju sesuatu yang berbahaya? Laporkan, dan pengelola layanan ini akan meninjaunya.',
  address: 'URL',
  addressHint: 'Tautan pendek atau mikrositus, seperti yang Anda terima.',
  reason: 'Alasan',
  choose: 'Pilih alasan',
  reasons: {
    phishing: 'Pengelabuan: menyamar sebagai pihak lain untuk mendapat kata sandi atau uang',
    malware: 'Perangkat lunak jahat: menyebarkan perangkat lunak berbahaya',
    spam: 'Spam',
    illegal: 'Konten ilegal',
    other: 'Lainnya',
  },
  details: 'Rincian (opsional)',
  detailsHint: 'Dari mana Anda menerimanya dan apa yang Anda lihat. Maksimal 1.000 karakter.',
  email: 'Alamat surel Anda (opsional)',
  emailHint: 'Hanya dipakai untuk bertanya tentang laporan ini.',
  submit: 'Kirim laporan',
  wrong: {
    address: 'Tidak ada tautan layanan ini dengan URL tersebut. Periksa apakah ada salah ketik.',
    reason: 'Pilih alasan.',
    details: 'Masukkan maksimal 1.000 karakter.',
    email: 'Masukkan alamat surel yang sah.',
  },
  sent: {
    title: 'Terima kasih atas laporan Anda',
    text: 'Pengelola layanan ini akan meninjaunya. Jangan isi apa pun di halaman yang dibuka tautan itu.',
  },
}
