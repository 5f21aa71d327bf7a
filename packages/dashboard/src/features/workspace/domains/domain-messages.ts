// The messages of custom domains.
import { messagesFor } from '@linnet/languages'
import { domains } from '@linnet/languages/en/workspace/domains'

export const domainMessages = messagesFor('domains', domains)
