// The error for an image that can't be rendered because of what it contains.

import { type Fault, faultSentence } from '@linnet/contract/faults'

/** The fault is that of the field that brought the image. */
export class UnrenderableImage extends Error {
  override name = 'UnrenderableImage'

  constructor(readonly fault: Fault) {
    super(`the image ${faultSentence(fault)}`)
  }
}
