// Draws SVG with resvg, and makes it harmless. Runs only in the render process.
import { readFile } from 'node:fs/promises'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import resvgFile from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' }
import { fontFamily, fontsFor } from './fonts.ts'
import { plain } from './plain-svg.ts'
import type { Redrawn } from './protocol.ts'
import { requireSides } from './raster.ts'
import { Undrawable } from './undrawable.ts'
import { withMemoryLimit } from './wasm-memory.ts'

const mostWidth = 4096
const mostPixels = mostWidth * mostWidth
// Five pictures of the largest size, one above another.
const memoryBytes = 384 * 1024 * 1024

// A process that draws squares or photographs alone does without it.
let resvg: Promise<void> | null = null

async function openResvg(): Promise<void> {
  await initWasm(withMemoryLimit(await readFile(resvgFile), memoryBytes))
}

type Picture = InstanceType<typeof Resvg>

async function parse(svg: string, width?: number): Promise<Picture> {
  resvg ??= openResvg()
  await resvg
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

/** Whether WebAssembly aborted a function: out of memory, or a stack overflow, which is a RangeError. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError
}

/** Where several emoji make one (a family, a colour of skin), resvg draws none: so they are taken one by one. */
function singleEmoji(svg: string): string {
  return svg.replace(/(?<=\p{Extended_Pictographic})(?:[\u200d\ufe0f]|[\u{1f3fb}-\u{1f3ff}])+/gu, '')
}

/** The picture as PNG, that wide (pixels). */
export async function svgPng(svg: string, width: number): Promise<Uint8Array> {
  if (!Number.isInteger(width) || width < 1 || width > mostWidth)
    throw new Undrawable(`A picture is drawn 1 to ${mostWidth} pixels wide.`)
  const picture = await parse(svg, width)
  try {
    const height = Math.ceil((picture.height / picture.width) * width)
    if (!(height >= 1 && height * width <= mostPixels))
      throw new Undrawable('The picture is far taller than it is wide, or has no size.')
    const image = picture.render()
    const bytes = image.asPng()
    image.free()
    return bytes
  } finally {
    picture.free()
  }
}

/** The picture as an SVG of paths, gradients and filters alone: no script, no style sheet, nothing from elsewhere. */
export async function redrawSvg(svg: string): Promise<Redrawn> {
  const picture = await parse(svg)
  try {
    const content = Buffer.from(await plain(picture.toString()))
    const [width, height] = [Math.round(picture.width) || 1, Math.round(picture.height) || 1]
    requireSides(width, height)
    return { format: 'svg', width, height, content, variants: [] }
  } finally {
    picture.free()
  }
}
