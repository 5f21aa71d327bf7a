// The language of the dashboard: the current one, and its messages.
import { defaultLanguage, isLanguage, type Language, loadLanguage, messagesFor } from '@linnet/languages'
import { failures } from '@linnet/languages/en/shell/failures'
import { useSyncExternalStore } from 'react'
import { showToast } from '../components/toast-queue.ts'
import { setPreference } from './preferences.ts'

const messages = messagesFor('failures', failures)
const listeners = new Set<() => void>()
// The server has chosen it: from this browser's preference, or its `Accept-Language`.
let language: Language = isLanguage(document.documentElement.lang)
  ? document.documentElement.lang
  : defaultLanguage
let latestChoice = language

export function currentLanguage(): Language {
  return language
}

/** Loads the messages of the current language. If they can't be loaded, the dashboard is in English this time. */
export async function loadCurrentLanguage(): Promise<void> {
  try {
    await loadLanguage(language, 'dashboard')
  } catch {
    setLanguage(defaultLanguage)
  }
}

/** Changes the language, now and for later visits with this browser; shows a message if that failed. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  latestChoice = chosen
  try {
    await loadLanguage(chosen, 'dashboard')
  } catch {
    if (latestChoice === chosen) showToast({ kind: 'bad', title: messages(language).language })
    return
  }
  // While it was loaded, another one may have been chosen.
  if (latestChoice !== chosen) return
  setLanguage(chosen)
  setPreference('language', chosen)
}

function setLanguage(chosen: Language): void {
  language = chosen
  document.documentElement.lang = chosen
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
