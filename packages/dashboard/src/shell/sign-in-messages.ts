// The messages for users whose session has ended.
import { messagesFor } from '@linnet/languages'
import { signInAgain } from '@linnet/languages/en/shell/sign-in-again'

export const signInMessages = messagesFor('signInAgain', signInAgain)
