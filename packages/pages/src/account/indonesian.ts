// The Indonesian messages of the account pages.
import { shortAddress } from '../web-address.ts'
import type { AccountMessages } from './messages.ts'

/** Ways of signing in, as the audit log calls them. */
const ways: [RegExp, string][] = [
  [/password reset/, 'kata sandi baru'],
  [/password/, 'kata sandi'],
  [/invitation/, 'undangan'],
  [/sign-up/, 'pendaftaran'],
  [/set-up/, 'penyiapan server'],
  [/passkey/, 'kunci sandi'],
  [/one-time code/, 'kode sekali pakai'],
  [/recovery code/, 'kode pemulihan'],
  [/ and | \+ /, ' dan '],
]
const way = (how: string) => ways.reduce((text, [english, ours]) => text.replace(english, ours), how)

const at = (url = '') => (url ? ` ke ${shortAddress(url)}` : '')
const named = (name: string | undefined) => (name ? ` “${name}”` : '')
const because = (reason = '') => (reason ? `: ${reason.replace(/[.]$/, '')}` : '')

export const indonesian: AccountMessages = {
  signOut: 'Keluar',
  dashboard: 'Dasbor',
  navigation: 'Akun Anda',
  sections: {
    overview: 'Ringkasan',
    security: 'Keamanan',
    sessions: 'Sesi',
    apps: 'Aplikasi terhubung',
    activity: 'Aktivitas',
  },
  wrong: {
    password: 'Kata sandi itu salah. Tidak ada yang diubah. Coba lagi.',
    tries: 'Terlalu banyak percobaan. Tunggu satu menit, lalu coba lagi.',
    name: 'Nama terdiri dari 1 sampai 100 karakter.',
    code: 'Itu bukan kode yang sekarang ditampilkan aplikasi. Masukkan yang terbaru.',
  },
  success: {
    name: 'Nama Anda sudah disimpan.',
    password: 'Kata sandi Anda sudah diganti, dan Anda keluar di semua tempat lain.',
    'second-factor-off': 'Kode sekali pakai sudah dimatikan. Kata sandi saja cukup untuk masuk.',
    'passkey-added': 'Kunci sandi sudah siap. Mulai sekarang Anda dapat masuk dengannya.',
    'passkey-renamed': 'Nama kunci sandi sudah diganti.',
    'passkey-removed': 'Kunci sandi sudah dihapus.',
    'session-ended': 'Sesi itu sudah diakhiri.',
    'sessions-ended': 'Anda sudah keluar di semua tempat lain.',
    'app-revoked': 'Aplikasi itu tidak lagi dapat mengakses akun Anda.',
  },
  password: 'Kata sandi Anda',
  passwordHint: 'Agar orang lain tidak melakukannya di komputer Anda yang terbuka.',
  back: 'Kembali',
  overview: {
    email: 'Surel',
    plan: 'Paket',
    since: 'Akun sejak',
    name: 'Nama',
    nameHint: 'Seperti yang dilihat orang lain.',
    save: 'Simpan nama',
    usage: 'Yang sudah dipakai',
    resets: (day) => `Hitungan bulanan mulai lagi pada ${day}.`,
    counters: {
      links: 'Tautan bulan ini',
      custom_slug_renames: 'Tautan berganti nama bulan ini',
      microsites: 'Halaman tautan',
      mcp_calls: 'Panggilan alat bulan ini',
    },
    used: (used, limit) => (limit === null ? `${used}, tanpa batas` : `${used} dari ${limit}`),
    more: 'Lainnya',
    docs: 'Referensi API',
    delete: 'Hapus akun',
  },
  security: {
    password: 'Kata sandi',
    passwordText: 'Menggantinya mengeluarkan Anda di semua tempat lain.',
    changePassword: 'Ganti kata sandi',
    secondFactor: 'Kode sekali pakai',
    on: 'Aktif: masuk dengan kata sandi juga meminta sebuah kode.',
    off: 'Tidak aktif. Dengan kode, kata sandi yang dicuri saja tidak membuka apa pun.',
    turnOn: 'Aktifkan',
    turnOff: 'Matikan',
    recoveryCodes: 'Kode pemulihan',
    left: (codes) => `Tersisa ${codes} kode yang belum dipakai.`,
    newCodes: 'Buat kode baru',
    passkeys: 'Kunci sandi',
    passkeysText:
      'Masuk dengan jari, wajah, atau PIN perangkat Anda. Kunci sandi menggantikan kata sandi dan kode sekaligus.',
    noPasskeys: 'Anda belum punya.',
    addPasskey: 'Tambah kunci sandi',
    change: 'Ubah',
    added: (day) => `Ditambahkan pada ${day}.`,
    lastUsed: (when) => `Terakhir dipakai ${when}.`,
    neverUsed: 'Belum pernah dipakai.',
  },
  confirm: {
    title: 'Konfirmasi bahwa ini Anda',
    text: 'Ini menyangkut keamanan akun Anda, jadi kami memastikan bahwa ini benar-benar Anda. Kami tidak bertanya lagi selama sepuluh menit.',
    submit: 'Konfirmasi',
    or: 'atau',
    passkey: 'Gunakan kunci sandi',
  },
  newPassword: {
    title: 'Ganti kata sandi Anda',
    text: 'Anda tetap masuk di sini. Semua sesi Anda yang lain berakhir.',
    current: 'Kata sandi sekarang',
    next: 'Kata sandi baru',
    hint: '10 karakter atau lebih. Beberapa kata berurutan adalah pilihan yang baik.',
    submit: 'Ganti kata sandi',
    faults: {
      too_short: 'Pilih yang terdiri dari 10 karakter atau lebih.',
      too_long: 'Pilih yang paling banyak 1.024 karakter.',
      common: 'Banyak orang memakainya, jadi mudah ditebak. Pilih yang lain.',
      email: 'Ini surel atau nama Anda sendiri. Pilih sesuatu yang tidak diketahui orang lain.',
    },
  },
  turnOn: {
    title: 'Aktifkan kode sekali pakai',
    text: 'Anda memerlukan aplikasi autentikator di ponsel atau komputer. Aplikasi itu menampilkan kode baru setiap 30 detik.',
    submit: 'Lanjutkan',
  },
  turnOff: {
    title: 'Matikan kode sekali pakai',
    text: 'Setelah itu kata sandi saja cukup untuk masuk. Kode pemulihan Anda juga tidak berlaku lagi.',
    submit: 'Matikan',
  },
  enrolment: {
    title: 'Tambahkan ini ke aplikasi Anda',
    text: 'Pindai gambar ini dengan aplikasi autentikator Anda, lalu masukkan kode yang ditampilkannya.',
    typed: 'Atau masukkan kunci ini ke aplikasi:',
    code: 'Kode dari aplikasi',
    hint: 'Enam angka.',
    submit: 'Aktifkan',
    again: 'Mulai lagi dengan kunci lain',
  },
  recoveryCodes: {
    title: 'Buat kode pemulihan baru',
    text: 'Anda mendapat sepuluh kode baru. Kode yang lama tidak berlaku lagi.',
    submit: 'Buat kode baru',
  },
  newCodes: {
    title: 'Simpan kode-kode ini',
    text: 'Masing-masing dapat dipakai sekali untuk masuk jika aplikasi Anda hilang. Catat atau simpan di tempat yang hanya Anda ketahui: kode ini tidak ditampilkan lagi.',
    done: 'Sudah saya simpan',
  },
  addPasskey: {
    title: 'Tambah kunci sandi',
    text: 'Setelah itu peramban menanyakan tempat menyimpannya: di perangkat ini, di pengelola kata sandi, atau di kunci keamanan.',
    name: 'Nama',
    hint: 'Agar Anda mengenalinya lagi, misalnya nama perangkat.',
    suggestion: 'Kunci sandi saya',
    submit: 'Buat kunci sandi',
    noScript: 'Kunci sandi memerlukan JavaScript. Yang lain di sini dapat dipakai tanpa itu.',
    notHere:
      'Peramban ini tidak dapat membuat kunci sandi di sini. Coba yang lebih baru, atau perangkat lain.',
  },
  passkey: {
    name: 'Nama',
    rename: 'Simpan nama',
    removeTitle: 'Hapus kunci sandi ini',
    removeText:
      'Tidak ada yang dapat masuk dengannya lagi. Hapus juga dari perangkat atau pengelola kata sandi Anda.',
    remove: 'Hapus',
  },
  sessions: {
    title: 'Tempat Anda masuk',
    text: 'Keluarkan yang tidak Anda kenali, lalu ganti kata sandi Anda.',
    current: 'Yang ini',
    end: 'Keluarkan',
    endOthers: 'Keluar di semua tempat lain',
    since: (when) => `masuk ${when}`,
    seen: (when) => `terakhir terlihat ${when}`,
    seenNow: 'aktif sekarang',
    justNow: 'baru saja',
  },
  agent: ({ browser, system }) =>
    browser && system ? `${browser} di ${system}` : (browser ?? system ?? 'Peramban tidak dikenal'),
  apps: {
    title: 'Aplikasi terhubung',
    text: 'Aplikasi ini bertindak atas nama Anda, sebatas yang Anda izinkan.',
    none: 'Tidak ada aplikasi yang dapat mengakses akun Anda.',
    revoke: 'Cabut akses',
    since: (day) => `Diizinkan pada ${day}.`,
    used: (when) => `Terakhir dipakai ${when}.`,
    neverUsed: 'Belum pernah dipakai.',
  },
  activity: {
    title: 'Aktivitas',
    text: 'Apa yang terjadi pada akun Anda setahun terakhir, dan dari mana.',
    older: 'Lebih lama',
    newest: 'Kembali ke yang terbaru',
    none: 'Belum ada apa-apa di sini.',
    onCommandLine: 'Oleh pengelola, di server',
    byItself: 'Dengan sendirinya',
    actions: {
      account_created: 'Akun dibuat.',
      account_deleted: 'Akun dihapus.',
      signed_in: ({ how }) => `Masuk${how ? ` (${way(how)})` : ''}.`,
      sign_in_failed: 'Seseorang mencoba masuk dengan kata sandi yang salah.',
      reauthenticated: ({ how }) => `Identitas dikonfirmasi${how ? ` (${way(how)})` : ''}.`,
      signed_out: 'Keluar.',
      session_ended: ({ count }) =>
        count && count !== '1' ? `${count} sesi diakhiri.` : 'Sebuah sesi diakhiri.',
      password_changed: 'Kata sandi diganti.',
      password_reset: 'Kata sandi diatur ulang lewat surel.',
      profile_changed: ({ administrator, account = 'Akun ini' }) =>
        administrator === undefined
          ? 'Nama diganti.'
          : administrator === 'yes'
            ? `${account} menjadi pengelola server.`
            : `${account} bukan pengelola server lagi.`,
      plan_changed: ({ plan, account }) =>
        `Paket${account ? ` ${account}` : ''} diganti${plan ? ` menjadi ${plan}` : ''}.`,
      second_factor_enabled: 'Kode sekali pakai diaktifkan.',
      second_factor_disabled: 'Kode sekali pakai dimatikan.',
      second_factor_asked: 'Kata sandinya benar, lalu kode diminta.',
      second_factor_failed: 'Seseorang yang tahu kata sandinya memasukkan kode yang salah.',
      recovery_codes_renewed: 'Kode pemulihan baru dibuat.',
      recovery_code_used: ({ left }) => `Sebuah kode pemulihan dipakai${left ? `; tersisa ${left}` : ''}.`,
      passkey_added: ({ name }) => `Kunci sandi${named(name)} ditambahkan.`,
      passkey_removed: ({ name, count }) =>
        count === undefined ? `Kunci sandi${named(name)} dihapus.` : `Semua kunci sandi dihapus (${count}).`,
      key_created: ({ name }) => `Kunci API${named(name)} dibuat.`,
      key_revoked: ({ count = '1' }) =>
        count === '1' ? 'Sebuah kunci API dicabut.' : `Semua kunci API dicabut (${count}).`,
      app_created: ({ name }) => `Aplikasi${named(name)} dibuat.`,
      app_changed: ({ name }) => `Aplikasi${named(name)} diubah.`,
      app_deleted: ({ name }) => `Aplikasi${named(name)} dihapus.`,
      app_secret_rotated: ({ name, count }) =>
        count === undefined
          ? `Aplikasi${named(name)} mendapat rahasia baru.`
          : 'Rahasia semua aplikasi OAuth Anda dicabut.',
      app_authorized: ({ name }) => `Aplikasi${named(name)} diizinkan bertindak atas nama Anda.`,
      app_revoked: ({ name, count }) =>
        count === undefined
          ? `Aplikasi${named(name)} kehilangan aksesnya.`
          : 'Semua aplikasi terhubung kehilangan aksesnya.',
      invitation_sent: ({ email }) => `Undangan dikirim${email ? ` ke ${email}` : ''}.`,
      invitation_withdrawn: ({ email }) => `Undangan${email ? ` untuk ${email}` : ''} ditarik kembali.`,
      account_blocked: ({ account = 'Akun ini', reason }) => `${account} diblokir${because(reason)}.`,
      account_unblocked: ({ account = 'Akun ini' }) => `${account} tidak diblokir lagi.`,
      link_blocked: ({ link, reason }) => `Tautan${named(link)} diblokir${because(reason)}.`,
      account_trusted:
        'Pengelola memercayai akun ini: pengunjung tidak lagi ditanya sebelum mengikuti tautannya.',
      appeal_sent: 'Keberatan atas pemblokiran dikirim.',
      appeal_decided: ({ outcome }) =>
        outcome === 'lifted'
          ? 'Keberatan diputuskan: pemblokiran dicabut.'
          : 'Keberatan diputuskan: pemblokiran tetap berlaku.',
      link_unblocked: ({ link }) => `Tautan${named(link)} tidak diblokir lagi.`,
      microsite_blocked: ({ microsite, reason }) => `Halaman${named(microsite)} diblokir${because(reason)}.`,
      microsite_unblocked: ({ microsite }) => `Halaman${named(microsite)} tidak diblokir lagi.`,
      report_closed: ({ outcome }) =>
        outcome === 'dismissed' ? 'Sebuah laporan ditolak.' : 'Yang dilaporkan sudah diblokir.',
      webhook_created: ({ url }) => `Webhook${at(url)} dibuat.`,
      webhook_changed: ({ url, count }) =>
        count === undefined ? `Webhook${at(url)} diubah.` : 'Semua webhook dimatikan.',
      webhook_deleted: ({ url, reason }) =>
        reason === 'credential_ended'
          ? `Webhook${at(url)} berakhir bersama kunci atau aplikasi yang melanggankannya.`
          : `Webhook${at(url)} dihapus.`,
      webhook_secret_rotated: ({ url }) => `Webhook${at(url)} mendapat rahasia baru.`,
      logo_given_up: ({ host }) => `Logo kode QR dari ${host} tidak dapat diproses.`,
    },
  },
  deleted: { title: 'Akun Anda sudah dihapus', text: 'Tautannya tidak berfungsi lagi.' },
  delete: {
    title: 'Hapus akun Anda',
    text: 'Tautan Anda langsung berhenti berfungsi. Tautan, statistik, domain, kunci, dan aplikasi Anda dihapus selamanya. Tidak ada yang dapat mengembalikannya.',
    email: 'Akun',
    submit: 'Hapus semuanya',
    keep: 'Pertahankan akun',
  },
}
