// The messages of webhooks and their deliveries.
import { messagesFor } from '@linnet/languages'
import { webhooks } from '@linnet/languages/en/developer/webhooks'

export const webhookMessages = messagesFor('webhooks', webhooks)
