// Drawing: renders SVG as PNG, and re-encodes untrusted images, in separate processes that run only while they are
// needed.

import { contentsOf, type Modules, partsOf, type Redrawn } from './protocol.ts'
import type { ProcessNeeds } from './render-process.ts'
import { RenderQueue, type Wanted } from './render-queue.ts'
import { Undrawable } from './undrawable.ts'

export type { Modules, Redrawn } from './protocol.ts'
export { Undrawable } from './undrawable.ts'

/**
 * In each function `by` names the account that a picture is for: accounts take turns, and one that needs many pictures waits
 * behind one that needs a single one. Each throws an Undrawable for what the picture is, and a Refusal `unavailable`
 * where too many wait.
 */
export interface Renderer {
  /** Draws an SVG that the server wrote, that wide (pixels, 1 to 4096), its height following. */
  png(svg: string, width: number, by: string): Promise<Uint8Array>
  /** Draws squares, as PNG. */
  modulesPng(modules: Modules, by: string): Promise<Uint8Array>
  /** A WebP that the server wrote, as a PNG that fits into a square of so many pixels. */
  shrink(file: Uint8Array, side: number, by: string): Promise<Uint8Array>
  /**
   * A stranger's PNG, JPEG, WebP or SVG, whichever the bytes say that it is, as a PNG that fits into a square of so many
   * pixels. Nothing of the file but its pixels is left. Strangers' files keep each other waiting, and nobody else.
   */
  logo(file: Uint8Array, side: number, by: string): Promise<Uint8Array>
  /**
   * A stranger's upload drawn anew: raster images as WebP in several sizes, SVG as paths alone. The parts of the file are
   * read when its turn has come.
   */
  redraw(file: () => AsyncIterable<Uint8Array>, by: string): Promise<Redrawn>
  /** Ends the processes; who still waits is refused. */
  stop(): Promise<void>
}

export interface RendererNeeds extends ProcessNeeds {
  /** Of a core, for one picture at most; tests are not that patient. */
  mostBusySeconds?: number
}

// Of a core: most pictures need 0.02 s of one.
const usualBusySeconds = 3
// Forty megapixels, written as WebP four times in two ways, take 3.5 s.
const redrawBusySeconds = 10
// An account has at most one of them, so that its costly images don't delay other accounts.
const foreignAtOnce = 2

export function createRenderer({ mostBusySeconds = redrawBusySeconds, ...needs }: RendererNeeds): Renderer {
  const own = new RenderQueue(needs)
  const foreign = new RenderQueue(needs, foreignAtOnce)
  // Of its own, for a picture takes a millisecond and waits for none that takes a second.
  const squares = new RenderQueue(needs)
  const most = (seconds: number) => ({ mostBusySeconds: Math.min(seconds, mostBusySeconds) })
  const usual = most(usualBusySeconds)

  const small = (file: Uint8Array, side: number) => ({
    order: { kind: 'shrink', side } as const,
    file: () => partsOf(file),
  })

  async function png(line: RenderQueue, wanted: Wanted): Promise<Uint8Array> {
    const { answer } = await line.draw(wanted)
    if (answer.kind === 'png') return answer.png
    throw undrawable(answer)
  }

  return {
    png: (svg, width, by) => png(own, { order: { kind: 'png', svg, width }, by, ...usual }),
    modulesPng: (modules, by) => png(squares, { order: { kind: 'modules', ...modules }, by, ...usual }),
    shrink: (file, side, by) => png(own, { ...small(file, side), by, ...usual }),
    logo: (file, side, by) => png(foreign, { ...small(file, side), by, ...usual }),
    async redraw(file, by) {
      const { answer, parts } = await foreign.draw({
        ...{ order: { kind: 'redraw' }, file, by },
        ...most(redrawBusySeconds),
      })
      if (answer.kind !== 'redrawn') throw undrawable(answer)
      const { format, width, height, variants, bytes } = answer
      const contents = contentsOf(parts, [...variants.map((variant) => variant.bytes), bytes])
      const content = contents.pop() as Uint8Array
      return {
        ...{ format, width, height, content },
        variants: variants.map(({ width }, index) => ({ width, content: contents[index] as Uint8Array })),
      }
    },
    async stop() {
      await Promise.all([own.stop(), foreign.stop(), squares.stop()])
    },
  }
}

function undrawable(answer: { kind: string; reason?: string }): Undrawable {
  return new Undrawable(answer.reason ?? 'The picture cannot be drawn.')
}
