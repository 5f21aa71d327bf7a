// The messages about the history of links, and about undoing changes.
import { messagesFor } from '@linnet/languages'
import { history } from '@linnet/languages/en/links/history'

export const historyMessages = messagesFor('history', history)
