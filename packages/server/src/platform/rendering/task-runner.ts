// Draws one image after the other. Runs only in the render process.
import { svgIn } from './markup.ts'
import { modulesPng } from './modules-png.ts'
import {
  type Answer,
  type FromDrawer,
  filePart,
  type Order,
  partsOf,
  type Redrawn,
  type ToDrawer,
} from './protocol.ts'
import { redrawRaster } from './raster.ts'
import { shrink } from './shrink.ts'
import { isTrap, redrawSvg, svgPng } from './svg.ts'
import { Undrawable } from './undrawable.ts'

/** Gives the function that takes messages, and gives the answers to each. After a trap memory may be in disorder. */
export function openDrawer(): (message: ToDrawer) => Promise<FromDrawer[]> {
  // The result is the same on every machine, whatever fonts its system has.
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
      return message.kind === 'redraw' ? inParts(await redraw(file)) : [await answer(message, file)]
    } catch (error) {
      if (error instanceof Undrawable) return [{ kind: 'undrawable', reason: error.message }]
      if (isTrap(error)) return [{ kind: 'trapped' }]
      throw error
    }
  }
}

async function answer(order: Exclude<Order, { kind: 'redraw' }>, file: Uint8Array): Promise<Answer> {
  if (order.kind === 'modules') return { kind: 'png', png: modulesPng(order) }
  if (order.kind === 'png') return { kind: 'png', png: await svgPng(order.svg, order.width) }
  const svg = svgIn(file)
  return { kind: 'png', png: await shrink(svg === null ? file : await svgPng(svg, order.side), order.side) }
}

async function redraw(file: Uint8Array): Promise<Redrawn> {
  const svg = svgIn(file)
  return svg === null ? await redrawRaster(file) : await redrawSvg(svg)
}

function inParts({ content, variants, format, width, height }: Redrawn): FromDrawer[] {
  const contents = [...variants.map((variant) => variant.content), content]
  return [
    ...contents.flatMap((one) => [...partsOf(one)].map(filePart)),
    {
      kind: 'redrawn',
      format,
      width,
      height,
      bytes: content.length,
      variants: variants.map(({ width, content }) => ({ width, bytes: content.length })),
    },
  ]
}
