// The messages of the dialog that says what a link would do with a visitor.
import { messagesFor } from '@linnet/languages'
import { explanations } from '@linnet/languages/en/links/explanations'

export const explanationMessages = messagesFor('explanations', explanations)
