// The messages of a link's other short codes, and of the page of mistyped ones.
import { messagesFor } from '@linnet/languages'
import { aliases, mistypedCodes } from '@linnet/languages/en/links/aliases'

export const aliasMessages = messagesFor('aliases', aliases)
export const mistypedMessages = messagesFor('mistypedCodes', mistypedCodes)
