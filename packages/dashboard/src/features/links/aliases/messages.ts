// The messages of a link's aliases, and of the page of mistyped codes.
import { messagesFor } from '@linnet/languages'
import { aliases, mistypedCodes } from '@linnet/languages/en/links/aliases'

export const aliasMessages = messagesFor('aliases', aliases)
export const mistypedMessages = messagesFor('mistypedCodes', mistypedCodes)
