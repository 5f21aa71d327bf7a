// The messages of the shared components.
import { defineMessages } from '../lib/language.ts'

export const kitMessages = defineMessages({
  en: {
    close: 'Close',
    cancel: 'Cancel',
    discard: 'Discard changes',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Could not copy. Select the text and copy it yourself.',
    retry: 'Try again',
    failed: 'This could not be loaded',
    more: 'More',
    of: (used: string, limit: string) => `${used} of ${limit}`,
    unlimited: (used: string) => `${used}, no limit`,
    loading: 'Loading…',
    messages: 'Messages',
    clearSearch: 'Clear the search',
  },
  id: {
    close: 'Tutup',
    cancel: 'Batal',
    discard: 'Buang perubahan',
    copy: 'Salin',
    copied: 'Disalin',
    copyFailed: 'Tidak dapat menyalin. Pilih teksnya dan salin sendiri.',
    retry: 'Coba lagi',
    failed: 'Ini tidak dapat dimuat',
    more: 'Lainnya',
    of: (used: string, limit: string) => `${used} dari ${limit}`,
    unlimited: (used: string) => `${used}, tanpa batas`,
    loading: 'Memuat…',
    messages: 'Pesan',
    clearSearch: 'Hapus pencarian',
  },
})
