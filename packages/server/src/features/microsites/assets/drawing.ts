// Re-encodes an upload in the render process, when its account's turn has come.
import { invalidField, type ReceivedFile } from '@linnet/contract'
import { type Redrawn, type Renderer, Undrawable } from '../../../platform/rendering/index.ts'

/** Draws a file of an account anew. Throws `validation_failed` where it is no image. */
export type Redraw = (userId: number, file: ReceivedFile) => Promise<Redrawn>

export function createRedraw({ redraw }: Pick<Renderer, 'redraw'>): Redraw {
  return (userId, file) =>
    redraw(() => file.parts(), String(userId)).catch((error) => {
      throw error instanceof Undrawable ? invalidField('file', error.message) : error
    })
}
