// Re-encodes an upload in the render process, when its account's turn has come.
import { invalidField, type ReceivedFile } from '@linnet/contract'
import { type ReencodedImage, type Renderer, UnrenderableImage } from '../../../platform/rendering/index.ts'

/** Draws a file of an account anew. Throws `validation_failed` where it is no image. */
export type Redraw = (userId: number, file: ReceivedFile) => Promise<ReencodedImage>

export function createRedraw({ reencode }: Pick<Renderer, 'reencode'>): Redraw {
  return (userId, file) =>
    reencode(() => file.parts(), String(userId)).catch((error) => {
      throw error instanceof UnrenderableImage ? invalidField('file', error.message) : error
    })
}
