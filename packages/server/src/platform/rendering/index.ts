// Renders SVG as PNG, and re-encodes untrusted images, in separate processes that run only while they are needed.

import type { Fault } from '@linnet/contract'
import { contentsOf, type Modules, partsOf, type ReencodedImage } from './protocol.ts'
import type { ProcessNeeds } from './render-process.ts'
import { RenderQueue, type RenderRequest } from './render-queue.ts'
import { UnrenderableImage } from './unrenderable-image.ts'

export type { Modules, ReencodedImage } from './protocol.ts'
export { UnrenderableImage } from './unrenderable-image.ts'

/**
 * In each function, `by` names the account that an image is for: accounts take turns, and one that needs many images waits
 * behind one that needs a single one. Each throws an UnrenderableImage if the image is the problem, and a Refusal
 * `unavailable` if too many wait.
 */
export interface Renderer {
  /** Renders an SVG that the server wrote, at a width of 1 to 4096 pixels and the height that follows from it. */
  png(svg: string, width: number, by: string): Promise<Uint8Array>
  /** Renders the modules of a QR code as PNG. */
  modulesPng(modules: Modules, by: string): Promise<Uint8Array>
  /** Converts a WebP that the server wrote to a PNG that fits into a square of this size. */
  shrink(file: Uint8Array, side: number, by: string): Promise<Uint8Array>
  /**
   * Converts an untrusted PNG, JPEG, WebP or SVG, recognized by content, to a PNG that fits into a square of this size. Only
   * pixels of the file remain. Untrusted files delay only each other.
   */
  logo(file: Uint8Array, side: number, by: string): Promise<Uint8Array>
  /**
   * Re-encodes an untrusted upload: raster images as WebP in several sizes, SVG as plain paths. The parts of the file are
   * read when its turn comes.
   */
  reencode(file: () => AsyncIterable<Uint8Array>, by: string): Promise<ReencodedImage>
  /** Ends the processes, and refuses waiting tasks. */
  stop(): Promise<void>
}

export interface RendererNeeds extends ProcessNeeds {
  /** The maximum CPU time for one image; tests set less. */
  mostBusySeconds?: number
}

// CPU time; most images need 0.02 s.
const usualBusySeconds = 3
// Forty megapixels, encoded as WebP in four sizes, take 3.5 s.
const reencodeBusySeconds = 10
// An account has at most one of these processes, so that its costly images don't delay other accounts.
const untrustedConcurrency = 2

export function createRenderer({ mostBusySeconds = reencodeBusySeconds, ...needs }: RendererNeeds): Renderer {
  const trusted = new RenderQueue(needs)
  const untrusted = new RenderQueue(needs, untrustedConcurrency)
  // These have their own queue: one takes a millisecond and must not wait for images that take a second.
  const moduleQueue = new RenderQueue(needs)
  const most = (seconds: number) => ({ mostBusySeconds: Math.min(seconds, mostBusySeconds) })
  const usual = most(usualBusySeconds)

  const small = (file: Uint8Array, side: number) => ({
    job: { kind: 'shrink', side } as const,
    file: () => partsOf(file),
  })

  async function png(queue: RenderQueue, request: RenderRequest): Promise<Uint8Array> {
    const { answer } = await queue.render(request)
    if (answer.kind === 'png') return answer.png
    throw unrenderable(answer)
  }

  return {
    png: (svg, width, by) => png(trusted, { job: { kind: 'png', svg, width }, by, ...usual }),
    modulesPng: (modules, by) => png(moduleQueue, { job: { kind: 'modules', ...modules }, by, ...usual }),
    shrink: (file, side, by) => png(trusted, { ...small(file, side), by, ...usual }),
    logo: (file, side, by) => png(untrusted, { ...small(file, side), by, ...usual }),
    async reencode(file, by) {
      const { answer, parts } = await untrusted.render({
        ...{ job: { kind: 'reencode' }, file, by },
        ...most(reencodeBusySeconds),
      })
      if (answer.kind !== 'reencoded') throw unrenderable(answer)
      const { format, width, height, variants, bytes } = answer
      const contents = contentsOf(parts, [...variants.map((variant) => variant.bytes), bytes])
      const content = contents.pop() as Uint8Array
      return {
        ...{ format, width, height, content },
        variants: variants.map(({ width }, index) => ({ width, content: contents[index] as Uint8Array })),
      }
    },
    async stop() {
      await Promise.all([trusted.stop(), untrusted.stop(), moduleQueue.stop()])
    },
  }
}

function unrenderable(answer: { kind: string; fault?: Fault }): UnrenderableImage {
  return new UnrenderableImage(answer.fault ?? { code: 'image_not_rendered' })
}
