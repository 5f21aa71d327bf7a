// The messages of components besides their owners' content.
import { messagesFor } from '@linnet/languages'
import { componentPages } from '@linnet/languages/en/pages/components'

export type KindMessages = typeof componentPages

export const kindMessages = messagesFor('componentPages', componentPages)
