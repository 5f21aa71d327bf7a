// Drawing: turns SVG into PNG, and hostile SVG into harmless, in processes of their own that are there while they are needed.
import { DrawingProcess, type Limits, type ProcessNeeds } from './drawing-process.ts'
import type { FromDrawer, Modules, PlainSvg, ToDrawer } from './protocol.ts'
import { Undrawable } from './undrawable.ts'

export type { Modules, PlainSvg } from './protocol.ts'
export { Undrawable } from './undrawable.ts'

/**
 * In each function `by` names whom a picture is for, such as a code or an account: those take turns, and who asks for many
 * pictures waits behind who asks for one. Each throws an Undrawable for what the picture is, and a Refusal `unavailable`
 * where too many wait.
 */
export interface Drawing {
  /** Draws an SVG that the server wrote, that wide (pixels, 1 to 4096), its height following. */
  png(svg: string, width: number, by: string): Promise<Uint8Array>
  /** Draws squares, as PNG. */
  modulesPng(modules: Modules, by: string): Promise<Uint8Array>
  /** Draws an SVG that strangers wrote: those keep each other waiting, and nobody else. */
  foreignPng(svg: string, width: number, by: string): Promise<Uint8Array>
  /**
   * A PNG, JPEG or WebP, whichever the bytes say that it is, as a PNG that fits into a square of so many pixels. Nothing of
   * the file but its pixels is left. Any other content is Undrawable.
   */
  shrink(image: Uint8Array, side: number, by: string): Promise<Uint8Array>
  /** The picture that strangers wrote, as paths alone. */
  plainSvg(svg: string, by: string): Promise<PlainSvg>
  /** Ends the processes; who still waits is refused. */
  stop(): Promise<void>
}

export interface DrawingNeeds extends ProcessNeeds {
  /** Of a core, for one picture at most; tests are not that patient. */
  mostBusySeconds?: number
}

// Of a core: most pictures need 0.02 s of one.
const usualBusySeconds = 3
// A logo that is made small is simple, or is none.
const logoBusySeconds = 1

export function createDrawing({ mostBusySeconds = usualBusySeconds, ...needs }: DrawingNeeds): Drawing {
  const own = new DrawingProcess(needs)
  const foreign = new DrawingProcess(needs)
  // Of its own, for a picture takes a millisecond and waits for none that takes a second.
  const squares = new DrawingProcess(needs)
  const limits = (by: string, most = usualBusySeconds): Limits => ({
    by,
    mostBusySeconds: Math.min(most, mostBusySeconds),
  })

  async function png(process: DrawingProcess, order: ToDrawer, limits: Limits): Promise<Uint8Array> {
    const answer = await process.draw(order, limits)
    if (answer.kind === 'png') return answer.png
    throw undrawable(answer)
  }

  return {
    png: (svg, width, by) => png(own, { kind: 'png', svg, width }, limits(by)),
    modulesPng: (modules, by) => png(squares, { kind: 'modules', ...modules }, limits(by)),
    foreignPng: (svg, width, by) => png(foreign, { kind: 'png', svg, width }, limits(by, logoBusySeconds)),
    shrink: (image, side, by) => png(foreign, { kind: 'shrink', image, side }, limits(by)),
    async plainSvg(svg, by) {
      const answer = await foreign.draw({ kind: 'plain', svg }, limits(by))
      if (answer.kind !== 'plain') throw undrawable(answer)
      const { svg: plain, width, height } = answer
      return { svg: plain, width, height }
    },
    async stop() {
      await Promise.all([own.stop(), foreign.stop(), squares.stop()])
    },
  }
}

function undrawable(answer: FromDrawer): Undrawable {
  return new Undrawable(answer.kind === 'undrawable' ? answer.reason : 'The picture cannot be drawn.')
}
