// The messages of the placements of a link.
import { messagesFor } from '@linnet/languages'
import { placements } from '@linnet/languages/en/links/placements'

export const placementMessages = messagesFor('placements', placements)
