// Re-encodes an uploaded raster image with Bun's own codecs, so that only its pixels remain: no metadata, hidden content or
// polyglot files.
import type { Fault } from '@linnet/contract'
import { hasWholeFrame } from './gif-frames.ts'
import { jpegScans } from './jpeg-scans.ts'
import type { ReencodedImage } from './protocol.ts'
import { UnrenderableImage } from './unrenderable-image.ts'
import { firstFrame, isAnimation, onlyPixels } from './webp-file.ts'

const mostPixels = 40_000_000
const longestSide = 16_384
// A photo has about ten scans. Each covers the whole image, so a small file with very many takes hours to decode.
const mostScans = 100

/** The longer side of the stored image, and the widths of its smaller variants. */
const longestKeptSide = 2560
const smallerWidths = [320, 640, 1280]
const quality = 82

const formats = new Set<string>(['png', 'jpeg', 'webp', 'gif', 'bmp'] satisfies Bun.Image.Format[])
// These formats are for drawings, which lossy compression blurs.
const losslessFormats = new Set<string>(['png', 'gif', 'bmp'] satisfies Bun.Image.Format[])

/** The image as WebP: upright, its longer side at most 2,560 pixels. Throws an UnrenderableImage if it isn't an image. */
export async function reencodeRaster(upload: Uint8Array): Promise<ReencodedImage> {
  const format = await check(upload)
  const file = format === 'webp' && isAnimation(upload) ? firstFrame(upload) : upload
  const lossless = losslessFormats.has(format)
  const whole = open(file).resize(longestKeptSide, longestKeptSide, {
    fit: 'inside',
    withoutEnlargement: true,
  })
  const content = await encode(whole, lossless)
  const { width, height } = await open(content).metadata()
  const variants = []
  for (const narrower of smallerWidths.filter((one) => one < width)) {
    const smaller = open(content).resize(narrower, Math.max(1, Math.round((height * narrower) / width)))
    variants.push({ width: narrower, content: await encode(smaller, lossless) })
  }
  return { format: 'webp', width, height, content, variants }
}

/** Refuses a picture of more than 16,384 pixels a side. */
export function requireSides(width: number, height: number): void {
  if (width > longestSide || height > longestSide)
    throw new UnrenderableImage({ code: 'image_sides', params: { width, height, most: longestSide } })
}

/** The file's format, by content alone; refuses it before decoding if it is too large or not an image. */
async function check(file: Uint8Array): Promise<string> {
  const { format, width, height } = await open(file).metadata().catch(refuse)
  if (!formats.has(format)) throw new UnrenderableImage({ code: 'unknown_image' })
  requireSides(width, height)
  if (format === 'gif' && !hasWholeFrame(file)) throw new UnrenderableImage({ code: 'image_cut_off' })
  if (format === 'jpeg') {
    const { scans, ended } = jpegScans(file, mostScans)
    if (scans > mostScans) throw new UnrenderableImage({ code: 'jpeg_scans', params: { most: mostScans } })
    if (!ended) throw new UnrenderableImage({ code: 'image_cut_off' })
  }
  return format
}

/** The smaller of the lossless and the lossy version, if both are tried. */
async function encode(image: Bun.Image, lossless: boolean): Promise<Uint8Array> {
  const usual = onlyPixels(await image.webp({ quality }).bytes().catch(refuse))
  if (!lossless) return usual
  const exact = onlyPixels(await image.webp({ lossless: true }).bytes().catch(refuse))
  return exact.length <= usual.length ? exact : usual
}

const open = (file: Uint8Array) => new Bun.Image(file, { maxPixels: mostPixels })

const faults: Record<string, Fault> = {
  ERR_IMAGE_TOO_MANY_PIXELS: { code: 'image_pixels', params: { megapixels: mostPixels / 1_000_000 } },
  ERR_IMAGE_UNKNOWN_FORMAT: { code: 'unknown_image' },
  ERR_IMAGE_FORMAT_UNSUPPORTED: { code: 'unknown_image' },
}

/** Whatever else a decoder says is about the file. */
function refuse({ code = '' }: { code?: string }): never {
  throw new UnrenderableImage(faults[code] ?? { code: 'image_damaged' })
}
