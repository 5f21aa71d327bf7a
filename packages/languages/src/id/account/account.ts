// The messages of the account in the dashboard, besides those that it shares with the account pages.
import type { AllMessages } from '../../messages.ts'

export const account: AllMessages['account'] = {
  title: 'Akun',
  sections: 'Bagian akun',
  profile: 'Profil',
  security: 'Keamanan',
  sessions: 'Sesi',
  apps: 'Aplikasi terhubung',
  activity: 'Aktivitas',
  data: 'Data Anda',
  withoutScript: 'Versi tanpa JavaScript',
  save: 'Simpan',
  saved: 'Tersimpan',
  reset: 'Buang',
}
