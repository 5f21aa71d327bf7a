// Chooses the messages of the visitor pages by language.
import type { Language } from '../language.ts'
import { english } from './english.ts'
import { indonesian } from './indonesian.ts'
import type { Messages } from './messages.ts'

const messages: Record<Language, Messages> = { en: english, id: indonesian }

export const messagesIn = (language: Language): Messages => messages[language]
