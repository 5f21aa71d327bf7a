// The messages of the account; those that the pages without script also have are taken from there.
import { accountMessagesIn } from '@linnet/pages/account-messages'
import { defineMessages, useLanguage } from '../../lib/language.ts'

/** The messages of the pages at /account. */
export const useSharedMessages = () => accountMessagesIn(useLanguage())

export const accountMessages = defineMessages({
  en: {
    title: 'Account',
    sections: 'Sections of your account',
    profile: 'Profile',
    plan: 'Plan',
    security: 'Security',
    sessions: 'Sessions',
    apps: 'Connected apps',
    domains: 'Domains',
    activity: 'Activity',
    data: 'Your data',
    withoutScript: 'These pages without JavaScript',
    save: 'Save',
    saved: 'Saved',
    reset: 'Discard',
  },
  id: {
    title: 'Akun',
    sections: 'Bagian akun Anda',
    profile: 'Profil',
    plan: 'Paket',
    security: 'Keamanan',
    sessions: 'Sesi',
    apps: 'Aplikasi terhubung',
    domains: 'Domain',
    activity: 'Aktivitas',
    data: 'Data Anda',
    withoutScript: 'Halaman ini tanpa JavaScript',
    save: 'Simpan',
    saved: 'Tersimpan',
    reset: 'Batalkan',
  },
})
