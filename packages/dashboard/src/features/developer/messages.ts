// The messages that all sections of the developer page share.
import { messagesFor } from '@linnet/languages'
import { developer } from '@linnet/languages/en/developer/developer'

export const developerMessages = messagesFor('developer', developer)
