// The entries of the audit log, for the account pages and the dashboard.
import type { AllMessages } from '../messages.ts'

/** The audit log's English words for ways of signing in, with their translations. */
const ways: [RegExp, string][] = [
  [/password reset/, 'kata sandi baru'],
  [/password/, 'kata sandi'],
  [/invitation/, 'undangan'],
  [/sign-up/, 'pendaftaran'],
  [/set-up/, 'penyiapan server'],
  [/passkey/, 'kunci sandi'],
  [/sign-in link/, 'tautan masuk'],
  [/one-time code/, 'kode sekali pakai'],
  [/recovery code/, 'kode pemulihan'],
  [/ and | \+ /, ' dan '],
]
const way = (how: string) => ways.reduce((text, [english, ours]) => text.replace(english, ours), how)

const at = (url = '') => (url ? ` ke ${url}` : '')
const named = (name: string | undefined) => (name ? ` “${name}”` : '')
const because = (reason = '') => (reason ? `: ${reason.replace(/[.]$/, '')}` : '')

export const activity: AllMessages['activity'] = {
  agent: ({ browser, system }) =>
    browser && system ? `${browser} di ${system}` : (browser ?? system ?? 'Peramban tidak dikenal'),
  actions: {
    account_created: 'Akun dibuat.',
    account_deleted: 'Akun dihapus.',
    signed_in: ({ how }) => `Masuk${how ? ` (${way(how)})` : ''}.`,
    sign_in_failed: 'Gagal masuk: kata sandi salah.',
    reauthenticated: ({ how }) => `Identitas dikonfirmasi${how ? ` (${way(how)})` : ''}.`,
    signed_out: 'Keluar.',
    session_ended: ({ count, provider }) =>
      `${count && count !== '1' ? count : 'Satu'} sesi diakhiri${provider ? ` oleh ${provider}` : ''}.`,
    password_changed: 'Kata sandi diganti.',
    password_reset: 'Kata sandi diatur ulang lewat surel.',
    profile_changed: ({ administrator, account = 'Akun ini' }) =>
      administrator === undefined
        ? 'Nama diganti.'
        : administrator === 'yes'
          ? `${account} menjadi administrator.`
          : `${account} bukan administrator lagi.`,
    plan_changed: ({ plan, account }) =>
      `Paket${account ? ` ${account}` : ''} diganti${plan ? ` menjadi ${plan}` : ''}.`,
    second_factor_enabled: 'Autentikasi dua faktor diaktifkan.',
    second_factor_disabled: 'Autentikasi dua faktor dimatikan.',
    second_factor_asked: 'Kata sandi benar. Kode sekali pakai diminta.',
    second_factor_failed: 'Gagal masuk: kata sandi benar, kode salah.',
    recovery_codes_renewed: 'Kode pemulihan baru dibuat.',
    recovery_code_used: ({ left }) => `Kode pemulihan dipakai${left ? `, tersisa ${left}` : ''}.`,
    passkey_added: ({ name }) => `Kunci sandi${named(name)} ditambahkan.`,
    passkey_removed: ({ name, count }) =>
      count === undefined ? `Kunci sandi${named(name)} dihapus.` : `Semua kunci sandi dihapus (${count}).`,
    identity_joined: ({ provider, email }) =>
      `Akun dihubungkan dengan ${provider ?? 'masuk terpadu'}${email ? ` (${email})` : ''}.`,
    identity_removed: ({ email, count = '1' }) =>
      count === '1'
        ? `Identitas masuk terpadu dihapus${email ? ` (${email})` : ''}.`
        : `Semua identitas masuk terpadu dihapus (${count}).`,
    sign_in_link_created: 'Tautan masuk dibuat.',
    key_created: ({ name }) => `Kunci API${named(name)} dibuat.`,
    key_revoked: ({ count = '1' }) =>
      count === '1' ? 'Kunci API dicabut.' : `Semua kunci API dicabut (${count}).`,
    app_created: ({ name }) => `Aplikasi${named(name)} dibuat.`,
    app_changed: ({ name }) => `Aplikasi${named(name)} diubah.`,
    app_deleted: ({ name }) => `Aplikasi${named(name)} dihapus.`,
    app_secret_rotated: ({ name, count }) =>
      count === undefined
        ? `Rahasia aplikasi${named(name)} diganti.`
        : 'Rahasia semua aplikasi OAuth Anda dicabut.',
    app_authorized: ({ name }) => `Akses diberikan kepada aplikasi${named(name)}.`,
    app_revoked: ({ name, count }) =>
      count === undefined
        ? `Akses aplikasi${named(name)} dicabut.`
        : 'Akses semua aplikasi terhubung dicabut.',
    key_adopted: 'Kunci API mantan anggota diambil alih.',
    domain_added: ({ domain }) => `Domain${named(domain)} ditambahkan.`,
    domain_verified: ({ domain }) => `Domain${named(domain)} diverifikasi.`,
    domain_removed: ({ domain }) => `Domain${named(domain)} dihapus.`,
    domain_settings_changed: ({ domain }) => `Pengaturan domain${named(domain)} diubah.`,
    domain_unproved: ({ domain }) => `Domain${named(domain)} tidak dapat diverifikasi lagi.`,
    domain_lost: ({ domain }) => `Domain${named(domain)} beralih ke akun lain yang memverifikasinya.`,
    links_moved: ({ count = '1', to, from }) =>
      `${count} tautan dipindahkan${to ? ` ke${named(to)}` : ''}${from ? ` dari${named(from)}` : ''}.`,
    workspace_created: ({ name }) => `Ruang kerja${named(name)} dibuat.`,
    workspace_renamed: ({ name }) => `Nama ruang kerja diubah menjadi${named(name)}.`,
    workspace_deleted: ({ name }) => `Ruang kerja${named(name)} dihapus.`,
    member_invited: ({ email, role }) =>
      `Undangan${email ? ` untuk ${email}` : ''} dibuat${role ? ` (${role})` : ''}.`,
    member_invitation_withdrawn: ({ email }) => `Undangan${email ? ` untuk ${email}` : ''} ditarik.`,
    member_joined: ({ role }) => `Bergabung dengan ruang kerja${role ? ` (${role})` : ''}.`,
    member_left: 'Keluar dari ruang kerja.',
    member_removed: ({ member = 'Seorang anggota', keys }) =>
      `${member} dikeluarkan. Kunci API-nya ${keys === 'adopted' ? 'diambil alih' : 'dicabut'}.`,
    role_changed: ({ member = 'seorang anggota', role }) =>
      `Peran ${member} diubah${role ? ` menjadi ${role}` : ''}.`,
    invitation_sent: ({ email }) => `Undangan dikirim${email ? ` ke ${email}` : ''}.`,
    invitation_withdrawn: ({ email }) => `Undangan${email ? ` untuk ${email}` : ''} ditarik kembali.`,
    account_blocked: ({ account = 'Akun ini', reason }) => `${account} diblokir${because(reason)}.`,
    account_unblocked: ({ account = 'Akun ini' }) => `Blokir ${account} dibuka.`,
    link_blocked: ({ link, reason }) => `Tautan${named(link)} diblokir${because(reason)}.`,
    account_trusted:
      'Administrator menandai akun ini sebagai tepercaya. Tautannya tidak lagi menampilkan halaman peringatan.',
    appeal_sent: 'Keberatan dikirim.',
    appeal_decided: ({ outcome }) =>
      outcome === 'lifted'
        ? 'Keberatan diterima: blokir dibuka.'
        : 'Keberatan ditolak: blokir tetap berlaku.',
    link_unblocked: ({ link }) => `Blokir tautan${named(link)} dibuka.`,
    microsite_blocked: ({ microsite, reason }) => `Mikrositus${named(microsite)} diblokir${because(reason)}.`,
    microsite_unblocked: ({ microsite }) => `Blokir mikrositus${named(microsite)} dibuka.`,
    report_closed: ({ outcome }) =>
      outcome === 'dismissed' ? 'Laporan ditolak.' : 'Laporan ditutup: yang dilaporkan diblokir.',
    webhook_created: ({ url }) => `Webhook${at(url)} dibuat.`,
    webhook_changed: ({ url, count }) =>
      count === undefined ? `Webhook${at(url)} diubah.` : 'Semua webhook dimatikan.',
    webhook_deleted: ({ url, reason }) =>
      reason === 'credential_ended'
        ? `Webhook${at(url)} dihapus bersama kunci API atau aplikasi yang membuatnya.`
        : `Webhook${at(url)} dihapus.`,
    webhook_secret_rotated: ({ url }) => `Rahasia webhook${at(url)} diganti.`,
    logo_given_up: ({ host }) => `Logo kode QR dari ${host} tidak dapat diproses.`,
  },
}
