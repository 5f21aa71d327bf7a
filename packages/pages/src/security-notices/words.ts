// Every sentence of these messages; each language says all of them, or does not compile.
import type { Language } from '../language.ts'
import { english } from './english.ts'
import { indonesian } from './indonesian.ts'
import type { SecurityNoticeKind } from './security-notice.ts'

export interface SecurityNoticeWords {
  /** What happened; `name` may be empty. */
  kinds: Record<
    SecurityNoticeKind,
    { subject(host: string): string; text(host: string, name: string): string }
  >
  when: string
  from: string
  with: string
  unknownBrowser: string
  ifYou: string
  ifNot: string
  /** Where the password may be in other hands, or is another one by now. */
  forgotPassword: string
}

const words: Record<Language, SecurityNoticeWords> = { en: english, id: indonesian }

export const securityNoticeWordsIn = (language: Language): SecurityNoticeWords => words[language]
