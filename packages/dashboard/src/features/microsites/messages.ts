// The messages of the list of microsites and of their editor.
import { messagesFor } from '@linnet/languages'
import { microsites } from '@linnet/languages/en/microsites/microsites'

export const micrositeMessages = messagesFor('microsites', microsites)

/** The purposes of a microsite: the contract's value of each, and the key of its message. */
export const micrositeKinds = [
  ['personal_branding', 'personal_branding'],
  ['brand', 'brand'],
  ['shop', 'shopPage'],
  ['event', 'event'],
  ['portfolio', 'portfolio'],
  ['other', 'other'],
] as const satisfies [string, keyof typeof microsites][]
