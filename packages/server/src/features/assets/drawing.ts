// Draws an upload anew, whatever it is, when its turn has come.
import { availableParallelism } from 'node:os'
import type { ReceivedFile } from '@linnet/contract'
import { DrawingLine } from './drawing-line.ts'
import type { Drawn } from './pictures.ts'
import { redraw } from './redrawing.ts'
import { isMarkup, type PlainSvg, redrawSvg, svgIn } from './svg.ts'

/** Draws a file of an account anew. Throws `validation_failed` where it is no image. */
export type Redraw = (userId: number, file: ReceivedFile) => Promise<Drawn>

export function createRedraw(plainSvg: PlainSvg): Redraw {
  // Redirects and the API share the cores with it.
  const rasters = new DrawingLine(availableParallelism() > 3 ? 2 : 1)
  // Drawn in a process of their own, one after the other: a hostile one keeps no photograph waiting.
  const vectors = new DrawingLine(1)
  // A file is read when its turn has come: those that wait take no memory.
  return async (userId, file) =>
    isMarkup(await file.bytes(256))
      ? vectors.take(async () => {
          const content = await file.bytes()
          const svg = svgIn(content)
          return svg === null ? await redraw(content) : await redrawSvg(svg, plainSvg, userId)
        })
      : rasters.take(async () => await redraw(await file.bytes()))
}
