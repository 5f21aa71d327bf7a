// The messages of microsites besides their owners' content.
import { messagesFor } from '@linnet/languages'
import { micrositePages } from '@linnet/languages/en/pages/microsite'

export type MicrositeMessages = typeof micrositePages

export const micrositeMessages = messagesFor('micrositePages', micrositePages)
