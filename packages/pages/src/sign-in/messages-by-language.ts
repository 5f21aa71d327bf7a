// Chooses the messages of signing in and signing up by language.
import type { Language } from '../language.ts'
import { english } from './english.ts'
import { indonesian } from './indonesian.ts'
import type { SignInMessages } from './messages.ts'

const messages: Record<Language, SignInMessages> = { en: english, id: indonesian }

export const signInMessagesIn = (language: Language): SignInMessages => messages[language]
