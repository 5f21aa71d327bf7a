// The messages for connecting agents.
import type { AllMessages } from '../../messages.ts'

export const agents: AllMessages['agents'] = {
  about:
    'Agen seperti Claude, Cursor, atau Codex dapat memakai akun Anda dengan operasi yang sama seperti API. Yang diperlukan hanya satu URL.',
  address: 'URL server MCP',
  copyAddress: 'Salin URL',
  allTools: 'Semua alat',
  allToolsHint:
    'Agen juga dapat membaca riwayat tautan, mengurungkan perubahan, mengembalikan tautan ke keadaan sebelumnya, melihat apa yang akan didapat pengunjung, serta menghapus tautan secara permanen.',
  anyScope: 'Tergantung pada apa yang diurungkan',
  gate: 'Paket Anda tidak mencakup alat untuk agen, jadi agen tidak dapat terhubung. Administrator server ini dapat mengganti paket Anda.',
  calls: 'Panggilan alat bulan ini',
  connect: 'Hubungkan agen',
  how: 'Autentikasi',
  signIn: 'Masuk',
  key: 'Kunci API',
  signInText:
    'Peramban Anda terbuka, lalu Anda masuk dan meninjau apa yang diminta agen. Aksesnya dapat Anda cabut kapan saja di Akun.',
  keyText:
    'Untuk agen yang berjalan tanpa pengawasan. Ganti sk_live_… dengan kuncinya, atau simpan kunci itu di variabel lingkungan yang disebut dalam konfigurasi.',
  makeKey: 'Buat kunci API',
  agent: 'Agen',
  copyText: (name: string) => `Salin konfigurasi untuk ${name}`,
  textLabel: (name: string) => `Konfigurasi untuk ${name}`,
  terminal: 'Di terminal',
  theirDocs: (name: string) => `Dokumentasi ${name}`,
  afterwards: (name: string) =>
    name === 'Claude Code'
      ? 'Untuk masuk, jalankan /mcp di Claude Code.'
      : name === 'Codex'
        ? 'Untuk masuk, jalankan: codex mcp login linnet'
        : '',
  desktop:
    'Jika server ini ada di internet dengan HTTPS, Anda juga dapat menambahkan URL di atas lewat Settings → Connectors → Add custom connector.',
  tools: 'Alat',
  toolsText:
    'Agen hanya melihat alat yang diizinkan untuknya. Kebanyakan agen bertanya kepada Anda sebelum memakai alat yang mengubah sesuatu.',
  reads: 'hanya baca',
  destroys: 'destruktif',
  care: 'Judul dan teks yang ditulis orang lain dapat memuat perintah yang dimaksudkan untuk memanipulasi agen. Berikan hanya izin yang diperlukan agen.',
}
