// The language of the dashboard: the current one, and its messages.
import { defaultLanguage, isLanguage, type Language, loadLanguage } from '@linnet/languages'
import { useSyncExternalStore } from 'react'
import { setPreference } from './preferences.ts'

const listeners = new Set<() => void>()
// The server has chosen it: from this browser's preference, or its `Accept-Language`.
let language: Language = isLanguage(document.documentElement.lang)
  ? document.documentElement.lang
  : defaultLanguage

export function currentLanguage(): Language {
  return language
}

/** Changes the language, now and for later visits with this browser. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  await loadLanguage(chosen, 'dashboard')
  language = chosen
  document.documentElement.lang = chosen
  setPreference('language', chosen)
  for (const listener of listeners) listener()
}

/** Calls `listener` after each change; returns a function that unsubscribes it. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, currentLanguage)
}

/** The messages in the current language. */
export function useMessages<Of>(messages: (language: Language) => Of): Of {
  return messages(useLanguage())
}
