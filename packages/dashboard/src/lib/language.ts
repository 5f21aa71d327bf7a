// The two languages of the dashboard: the current one, and how each feature defines its messages in both.
import { useSyncExternalStore } from 'react'
import { setPreference } from './preferences.ts'

export type Language = 'en' | 'id'

type Message = string | ((...values: never[]) => string)
type SameShape<Messages> = {
  [Name in keyof Messages]: Messages[Name] extends (...values: infer Values) => string
    ? (...values: Values) => string
    : string
}

/** A feature's messages. One that is missing in a language doesn't compile. */
export interface Messages<Of extends Record<string, Message>> {
  en: Of
  id: SameShape<Of>
}

export function defineMessages<const Of extends Record<string, Message>>(
  messages: Messages<Of>,
): Messages<Of> {
  return messages
}

const listeners = new Set<() => void>()
let language: Language = document.documentElement.lang === 'id' ? 'id' : 'en'

export function currentLanguage(): Language {
  return language
}

/** Changes the language, now and for later visits with this browser. */
export function chooseLanguage(chosen: Language): void {
  language = chosen
  document.documentElement.lang = chosen
  setPreference('language', chosen)
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change; returns a function that ends that. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, currentLanguage)
}

/** The messages in the current language. */
export function useMessages<Of extends Record<string, Message>>(messages: Messages<Of>): SameShape<Of> {
  return messagesIn(messages, useLanguage())
}

export function messagesIn<Of extends Record<string, Message>>(
  messages: Messages<Of>,
  language: Language,
): SameShape<Of> {
  return messages[language] as SameShape<Of>
}
