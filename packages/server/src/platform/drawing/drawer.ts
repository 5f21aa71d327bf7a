// Draws SVG with resvg: what runs in the drawing process, and nowhere else.
import { readFile } from 'node:fs/promises'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import resvgFile from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' }
import { fontFamily, fontsFor } from './fonts.ts'
import { modulesPng } from './modules-png.ts'
import { plain } from './plain-svg.ts'
import type { FromDrawer, ToDrawer } from './protocol.ts'
import { shrink } from './shrink.ts'
import { Undrawable } from './undrawable.ts'
import { withMemoryLimit } from './wasm-memory.ts'

const mostWidth = 4096
const mostPixels = mostWidth * mostWidth
// Five pictures of the largest size, one above another.
const memoryBytes = 384 * 1024 * 1024

// A process that draws squares alone does without it.
let resvg: Promise<void> | null = null

async function openResvg(): Promise<void> {
  await initWasm(withMemoryLimit(await readFile(resvgFile), memoryBytes))
}

/** Gives the function that draws. After a trap memory may be in disorder. */
export function openDrawer(): (order: ToDrawer) => Promise<FromDrawer> {
  return async (order) => {
    try {
      if (order.kind === 'modules') return { kind: 'png', png: modulesPng(order) }
      if (order.kind === 'shrink') return { kind: 'png', png: await shrink(order.image, order.side) }
      resvg ??= openResvg()
      await resvg
      return await (order.kind === 'png' ? png(order.svg, order.width) : plainSvg(order.svg))
    } catch (error) {
      if (error instanceof Undrawable) return { kind: 'undrawable', reason: error.message }
      if (isTrap(error)) return { kind: 'trapped' }
      throw error
    }
  }
}

type Picture = InstanceType<typeof Resvg>

async function parse(svg: string, width?: number): Promise<Picture> {
  const font = {
    fontBuffers: await fontsFor(svg),
    defaultFontFamily: fontFamily,
    serifFamily: fontFamily,
    sansSerifFamily: fontFamily,
    monospaceFamily: fontFamily,
    cursiveFamily: fontFamily,
    fantasyFamily: fontFamily,
  }
  try {
    return new Resvg(singleEmoji(svg), { font, ...(width ? { fitTo: { mode: 'width', value: width } } : {}) })
  } catch (error) {
    if (isTrap(error)) throw error
    throw new Undrawable(
      'The picture is not an SVG that can be read: it must be whole, well-formed XML in UTF-8 and have a size.',
    )
  }
}

/** Whether WebAssembly has ended a function: for want of memory, or of room on the stack, which is a RangeError. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError
}

/** Where several emoji make one (a family, a colour of skin), resvg draws none: so they are taken one by one. */
function singleEmoji(svg: string): string {
  return svg.replace(/(?<=\p{Extended_Pictographic})(?:[\u200d\ufe0f]|[\u{1f3fb}-\u{1f3ff}])+/gu, '')
}

async function png(svg: string, width: number): Promise<FromDrawer> {
  if (!Number.isInteger(width) || width < 1 || width > mostWidth)
    throw new Undrawable(`A picture is drawn 1 to ${mostWidth} pixels wide.`)
  const picture = await parse(svg, width)
  try {
    const height = Math.ceil((picture.height / picture.width) * width)
    if (!(height >= 1 && height * width <= mostPixels))
      throw new Undrawable('The picture is far higher than it is wide, or has no size.')
    const image = picture.render()
    const bytes = image.asPng()
    image.free()
    return { kind: 'png', png: bytes }
  } finally {
    picture.free()
  }
}

async function plainSvg(svg: string): Promise<FromDrawer> {
  const picture = await parse(svg)
  try {
    const { width, height } = picture
    return { kind: 'plain', svg: await plain(picture.toString()), width, height }
  } finally {
    picture.free()
  }
}
