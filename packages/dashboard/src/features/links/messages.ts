// The messages of the list of links.
import { messagesFor } from '@linnet/languages'
import { links } from '@linnet/languages/en/links/links'

export const linkMessages = messagesFor('links', links)
