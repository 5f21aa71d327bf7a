// The messages that the sections of the administration share.
import { messagesFor } from '@linnet/languages'
import { administration } from '@linnet/languages/en/administration/administration'

export const administrationMessages = messagesFor('administration', administration)
