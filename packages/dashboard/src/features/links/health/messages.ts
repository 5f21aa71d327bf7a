// The messages about the health of links.
import { messagesFor } from '@linnet/languages'
import { linkHealth } from '@linnet/languages/en/links/health'

export const healthMessages = messagesFor('linkHealth', linkHealth)
