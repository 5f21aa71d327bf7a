// The messages about the server: plans, sign-ups and health.
import { messagesFor } from '@linnet/languages'
import { serverState } from '@linnet/languages/en/administration/server'

export const serverMessages = messagesFor('serverState', serverState)
