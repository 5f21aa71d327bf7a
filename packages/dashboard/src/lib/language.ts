// The two languages of the dashboard: which one is read, and how each feature keeps its words in both.
import { useSyncExternalStore } from 'react'
import { setPreference } from './preferences.ts'

export type Language = 'en' | 'id'

type Word = string | ((...values: never[]) => string)
type SameShape<Messages> = {
  [Name in keyof Messages]: Messages[Name] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string
}

/** A feature's words: what is not there in both languages does not compile. */
export interface Messages<Of extends Record<string, Word>> {
  en: Of
  id: SameShape<Of>
}

export function defineMessages<const Of extends Record<string, Word>>(messages: Messages<Of>): Messages<Of> {
  return messages
}

const listeners = new Set<() => void>()
let language: Language = document.documentElement.lang === 'id' ? 'id' : 'en'

export function currentLanguage(): Language {
  return language
}

/** Shows everything in another language, now and when the dashboard is next opened in this browser. */
export function chooseLanguage(chosen: Language): void {
  language = chosen
  document.documentElement.lang = chosen
  setPreference('language', chosen)
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change; gives what ends that. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, currentLanguage)
}

/** The words in the language that is read. */
export function useMessages<Of extends Record<string, Word>>(messages: Messages<Of>): SameShape<Of> {
  return messagesIn(messages, useLanguage())
}

export function messagesIn<Of extends Record<string, Word>>(
  messages: Messages<Of>,
  language: Language,
): SameShape<Of> {
  return messages[language] as SameShape<Of>
}
