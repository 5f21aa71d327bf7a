// The messages for one-time codes and passkeys that only the dashboard has.
import { messagesFor } from '@linnet/languages'
import { security } from '@linnet/languages/en/account/security'

export const securityMessages = messagesFor('security', security)
