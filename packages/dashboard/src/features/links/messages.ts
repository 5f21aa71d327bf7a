// The messages of the list of links, and of moving them.
import { messagesFor } from '@linnet/languages'
import { links } from '@linnet/languages/en/links/links'
import { moving } from '@linnet/languages/en/links/moving'

export const linkMessages = messagesFor('links', links)

export const movingMessages = messagesFor('moving', moving)
