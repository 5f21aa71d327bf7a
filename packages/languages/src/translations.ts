// The messages of the loaded languages. English is never loaded: the code that uses its messages imports them.
import { type Language, languages, type MessagesPart } from './languages.ts'
import type { AllMessages } from './messages.ts'

const loaded = new Map<Language, Partial<AllMessages>>()

/** Loads messages of a language and keeps them. */
export async function loadLanguage(language: Language, part: MessagesPart): Promise<void> {
  const messages = await languages[language].load?.[part]()
  if (messages) addMessages(language, messages)
}

/** Keeps messages of a language. */
export function addMessages(language: Language, messages: Partial<AllMessages>): void {
  loaded.set(language, { ...loaded.get(language), ...messages })
}

/** The messages with this name, in any loaded language; needs the English ones. */
export function messagesFor<Name extends keyof AllMessages>(
  name: Name,
  english: AllMessages[Name],
): (language: Language) => AllMessages[Name] {
  return (language) => {
    if (!languages[language].load) return english
    const messages = loaded.get(language)?.[name]
    if (!messages) throw new Error(`the messages “${name}” aren't loaded in the language ${language}`)
    return messages
  }
}
