// Draws an upload anew, whatever it is, when its turn has come.
import { availableParallelism } from 'node:os'
import { DrawingLine } from './drawing-line.ts'
import type { Drawn } from './pictures.ts'
import { redraw } from './redrawing.ts'
import { type PlainSvg, redrawSvg, svgIn } from './svg.ts'

/** Draws a file anew for an account. Throws `validation_failed` where it is no image, `unavailable` where too many wait. */
export type Redraw = (userId: number, file: Uint8Array) => Promise<Drawn>

export function createRedraw(plainSvg: PlainSvg): Redraw {
  // Redirects and the API share the cores with it.
  const rasters = new DrawingLine(availableParallelism() > 3 ? 2 : 1)
  // Drawn in a process of their own, one after the other: a hostile one keeps no photograph waiting.
  const vectors = new DrawingLine(1)
  return (userId, file) => {
    const svg = svgIn(file)
    return svg === null
      ? rasters.take(userId, () => redraw(file))
      : vectors.take(userId, () => redrawSvg(svg, plainSvg, userId))
  }
}
