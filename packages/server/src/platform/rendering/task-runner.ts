// Renders one image after another. Runs only in the render process.
import { svgIn } from './markup.ts'
import { modulesPng } from './modules-png.ts'
import {
  type Answer,
  type FromRenderWorker,
  filePart,
  partsOf,
  type ReencodedImage,
  type RenderJob,
  type ToRenderWorker,
} from './protocol.ts'
import { reencodeRaster } from './raster.ts'
import { shrink } from './shrink.ts'
import { isTrap, reencodeSvg, svgPng } from './svg.ts'
import { UnrenderableImage } from './unrenderable-image.ts'

/** Returns the function that answers each message. After a trap, the process's memory may be corrupted. */
export function createTaskRunner(): (message: ToRenderWorker) => Promise<FromRenderWorker[]> {
  // No system fonts, so that the result is the same on every machine.
  Bun.Image.backend = 'bun'
  let parts: Uint8Array[] = []
  return async (message) => {
    if (message.kind === 'part') {
      parts.push(message.bytes)
      return [{ kind: 'more' }]
    }
    const file = Buffer.concat(parts)
    parts = []
    try {
      return message.kind === 'reencode' ? inParts(await reencode(file)) : [await answer(message, file)]
    } catch (error) {
      if (error instanceof UnrenderableImage) return [{ kind: 'unrenderable', fault: error.fault }]
      if (isTrap(error)) return [{ kind: 'trapped' }]
      throw error
    }
  }
}

async function answer(job: Exclude<RenderJob, { kind: 'reencode' }>, file: Uint8Array): Promise<Answer> {
  if (job.kind === 'modules') return { kind: 'png', png: modulesPng(job) }
  if (job.kind === 'png') return { kind: 'png', png: await svgPng(job.svg, job.width) }
  const svg = svgIn(file)
  return { kind: 'png', png: await shrink(svg === null ? file : await svgPng(svg, job.side), job.side) }
}

async function reencode(file: Uint8Array): Promise<ReencodedImage> {
  const svg = svgIn(file)
  return svg === null ? await reencodeRaster(file) : await reencodeSvg(svg)
}

function inParts({ content, variants, format, width, height }: ReencodedImage): FromRenderWorker[] {
  const contents = [...variants.map((variant) => variant.content), content]
  return [
    ...contents.flatMap((one) => [...partsOf(one)].map(filePart)),
    {
      kind: 'reencoded',
      format,
      width,
      height,
      bytes: content.length,
      variants: variants.map(({ width, content }) => ({ width, bytes: content.length })),
    },
  ]
}
