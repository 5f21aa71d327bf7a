// Renders SVG with resvg, and sanitizes it. Runs only in the render process.
import { readFile } from 'node:fs/promises'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import resvgFile from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' }
import { fontFamily, fontsFor } from './fonts.ts'
import { plain } from './plain-svg.ts'
import type { ReencodedImage } from './protocol.ts'
import { requireSides } from './raster.ts'
import { UnrenderableImage } from './unrenderable-image.ts'
import { withMemoryLimit } from './wasm-memory.ts'

const mostWidth = 4096
const mostPixels = mostWidth * mostWidth
// Enough for five layers of the maximum size.
const memoryBytes = 384 * 1024 * 1024

// Loaded when needed: a process that renders only QR codes or photos works without it.
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
    throw new UnrenderableImage({ code: 'svg_unreadable' })
  }
}

/** Whether WebAssembly aborted a function: out of memory, or a stack overflow, which is a RangeError. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError
}

/** resvg renders no emoji that is composed of several (a family, a skin tone), so they are taken one by one. */
function singleEmoji(svg: string): string {
  return svg.replace(/(?<=\p{Extended_Pictographic})(?:[\u200d\ufe0f]|[\u{1f3fb}-\u{1f3ff}])+/gu, '')
}

/** Renders an SVG as PNG of this width in pixels. */
export async function svgPng(svg: string, width: number): Promise<Uint8Array> {
  if (!Number.isInteger(width) || width < 1 || width > mostWidth)
    throw new UnrenderableImage({ code: 'image_width', params: { most: mostWidth } })
  const picture = await parse(svg, width)
  try {
    const height = Math.ceil((picture.height / picture.width) * width)
    if (!(height >= 1 && height * width <= mostPixels)) throw new UnrenderableImage({ code: 'svg_shape' })
    const image = picture.render()
    const bytes = image.asPng()
    image.free()
    return bytes
  } finally {
    picture.free()
  }
}

/** The image as an SVG with only paths, gradients and filters: no scripts, style sheets or external content. */
export async function reencodeSvg(svg: string): Promise<ReencodedImage> {
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
