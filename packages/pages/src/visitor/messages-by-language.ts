// Chooses the messages of the visitor pages by language.
import type { Language } from '../language.ts'
import { english } from './english.ts'
import { indonesian } from './indonesian.ts'
import type { VisitorMessages } from './messages.ts'

const messages: Record<Language, VisitorMessages> = { en: english, id: indonesian }

export const visitorMessagesIn = (language: Language): VisitorMessages => messages[language]
