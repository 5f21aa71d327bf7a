// The messages of microsites besides their owners' content, in each language.
import type { Language } from '../language.ts'

export interface MicrositeMessages {
  /** The button of a spoiler without a label. */
  reveal: string
  /** The same button, once it is open. */
  hide: string
  locked: string
  /** For a component that is locked without a password. */
  notOpen: string
  /** The button of a locked link that has no text. */
  lockedLink: string
  password: string
  unlock: string
  wrongPassword: string
  tooManyTries: (when: string) => string
  /** A link without a name, if its address has none either. */
  link: string
  links: string
  shop: string
  bestsellers: string
  free: string
  /** Before the title of the page. */
  backTo: string
  madeWith: string
  /** The link for reporting the page. */
  report: string
}

const messages: Record<Language, MicrositeMessages> = {
  en: {
    reveal: 'Show',
    hide: 'Hide',
    locked: 'This part has a password.',
    notOpen: 'This part is not open yet.',
    lockedLink: 'Locked link',
    password: 'Password',
    unlock: 'Unlock',
    wrongPassword: 'That password is not right. Check it and try again.',
    tooManyTries: (when) => `Too many tries. You can try again ${when}.`,
    link: 'Link',
    links: 'Links',
    shop: 'Shop',
    bestsellers: 'Most popular',
    free: 'Free',
    backTo: 'Back to',
    madeWith: 'Made with Linnet',
    report: 'Report',
  },
  id: {
    reveal: 'Tampilkan',
    hide: 'Sembunyikan',
    locked: 'Bagian ini memakai kata sandi.',
    notOpen: 'Bagian ini belum dibuka.',
    lockedLink: 'Tautan terkunci',
    password: 'Kata sandi',
    unlock: 'Buka',
    wrongPassword: 'Kata sandi itu tidak benar. Periksa lalu coba lagi.',
    tooManyTries: (when) => `Terlalu banyak percobaan. Anda dapat mencoba lagi ${when}.`,
    link: 'Tautan',
    links: 'Tautan',
    shop: 'Toko',
    bestsellers: 'Paling populer',
    free: 'Gratis',
    backTo: 'Kembali ke',
    madeWith: 'Dibuat dengan Linnet',
    report: 'Laporkan',
  },
}

export const micrositeMessages = (language: Language): MicrositeMessages => messages[language]
