// What is known of each language of the list, and what follows from it.
import * as list from './list.ts'
import type { Messages } from './messages.ts'

export type Language = keyof typeof list

/** The messages of pages and e-mails, which the server loads; and those of the dashboard, which a browser loads. */
export type MessagesPart = keyof Messages

interface LanguageEntry {
  /** What the language calls itself. */
  name: string
  /** For Intl, where it matters which country's habits are followed. */
  locale: string
  /** Other tags that browsers send for it. */
  otherTags: string[]
  /** English has nothing to load: each piece of code imports the English messages that it needs. */
  load?: { [Part in MessagesPart]: () => Promise<Messages[Part]> }
}

export const languages: Record<Language, LanguageEntry> = list

/** The language of visitors who prefer none of the others. */
export const defaultLanguage = 'en' satisfies Language

const otherLanguages = (Object.keys(list) as Language[]).filter((tag) => tag !== defaultLanguage)

export const languageTags: [Language, ...Language[]] = [defaultLanguage, ...otherLanguages]

export const isLanguage = (tag: unknown): tag is Language => languageTags.some((known) => known === tag)

/** Something in every language, by the language's tag. */
export const inEveryLanguage = <Something>(
  something: (language: Language) => Something,
): Record<Language, Something> =>
  Object.fromEntries(languageTags.map((language) => [language, something(language)])) as Record<
    Language,
    Something
  >
