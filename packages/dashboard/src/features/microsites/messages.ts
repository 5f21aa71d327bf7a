// The messages of the list of microsites and of their editor.
import { messagesFor } from '@linnet/languages'
import { microsites } from '@linnet/languages/en/microsites/microsites'

export const micrositeMessages = messagesFor('microsites', microsites)

/** What a microsite can be for, as the contract names it, with the word that says it. */
export const micrositeKinds = [
  ['personal_branding', 'personal_branding'],
  ['brand', 'brand'],
  ['shop', 'shopPage'],
  ['event', 'event'],
  ['portfolio', 'portfolio'],
  ['other', 'other'],
] as const satisfies [string, keyof typeof microsites][]
