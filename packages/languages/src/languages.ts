// The properties of each language in the list, and what is derived from them.
import * as list from './list.ts'
import type { Messages } from './messages.ts'

export type Language = keyof typeof list

/** The messages of pages and e-mails, which the server loads; and those of the dashboard, which a browser loads. */
export type MessagesPart = keyof Messages

interface LanguageEntry {
  /** What the language calls itself. */
  name: string
  /** For Intl, where conventions differ between countries. */
  locale: string
  /** Other tags that browsers send for it. */
  otherTags: string[]
  /** English has nothing to load: each piece of code imports the English messages that it needs. */
  load?: { [Part in MessagesPart]: () => Promise<Messages[Part]> }
}

export const languages: Record<Language, LanguageEntry> = list

/** The language for visitors who prefer no other language of the list. */
export const defaultLanguage = 'en' satisfies Language

const otherLanguages = (Object.keys(list) as Language[]).filter((tag) => tag !== defaultLanguage)

export const languageTags: [Language, ...Language[]] = [defaultLanguage, ...otherLanguages]

export const isLanguage = (tag: unknown): tag is Language => languageTags.some((known) => known === tag)

/** Calls a function for every language; returns its results by language tag. */
export const inEveryLanguage = <Something>(
  something: (language: Language) => Something,
): Record<Language, Something> =>
  Object.fromEntries(languageTags.map((language) => [language, something(language)])) as Record<
    Language,
    Something
  >
