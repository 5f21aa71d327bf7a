// The messages of API keys.
import { messagesFor } from '@linnet/languages'
import { apiKeys } from '@linnet/languages/en/developer/keys'

export const keyMessages = messagesFor('apiKeys', apiKeys)
