// Chooses the messages of the account pages by language.
import type { Language } from '../language.ts'
import { english } from './english.ts'
import { indonesian } from './indonesian.ts'
import type { AccountMessages } from './messages.ts'

const messages: Record<Language, AccountMessages> = { en: english, id: indonesian }

export const accountMessagesIn = (language: Language): AccountMessages => messages[language]
