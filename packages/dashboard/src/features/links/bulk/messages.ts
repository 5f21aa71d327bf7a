// The messages of the page for creating many links.
import { messagesFor } from '@linnet/languages'
import { bulkLinks } from '@linnet/languages/en/links/bulk'

export const bulkMessages = messagesFor('bulkLinks', bulkLinks)
