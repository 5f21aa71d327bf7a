// Chooses the messages of the security notices by language.
import type { Language } from '../language.ts'
import { english } from './english.ts'
import { indonesian } from './indonesian.ts'
import type { SecurityNoticeMessages } from './messages.ts'

const messages: Record<Language, SecurityNoticeMessages> = { en: english, id: indonesian }

export const securityNoticeMessagesIn = (language: Language): SecurityNoticeMessages => messages[language]
