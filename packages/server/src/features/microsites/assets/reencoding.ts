// Re-encodes an upload in a render process, when it is its account's turn.
import { invalidField, type ReceivedFile } from '@linnet/contract'
import { type ReencodedImage, type Renderer, UnrenderableImage } from '../../../platform/rendering/index.ts'

/** Re-encodes a file of an account. Throws `validation_failed` if it is not an image. */
export type Reencode = (userId: number, file: ReceivedFile) => Promise<ReencodedImage>

export function createReencoder({ reencode }: Pick<Renderer, 'reencode'>): Reencode {
  return (userId, file) =>
    reencode(() => file.parts(), String(userId)).catch((error) => {
      throw error instanceof UnrenderableImage ? invalidField('file', error.fault) : error
    })
}
