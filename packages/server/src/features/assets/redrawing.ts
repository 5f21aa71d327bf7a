// Draws an uploaded image anew, so that nothing is left of the file but its pixels: metadata, hidden content and whatever
// else a file can be at the same time are gone. Off the main thread, by Bun's own codecs.
import { hasWholeFrame } from './gif-frames.ts'
import { jpegScans } from './jpeg-scans.ts'
import { type Drawn, fault, requireSides } from './pictures.ts'
import { firstFrame, isAnimation, onlyPixels } from './webp-file.ts'

const mostPixels = 40_000_000
// A photograph has about ten. Each goes over the whole picture, so a small file with very many takes hours.
const mostScans = 100

/** The longer side of what is kept, and the widths that it is kept in besides. */
const keptSide = 2560
const smallerWidths = [320, 640, 1280]
const quality = 82

const formats = new Set<string>(['png', 'jpeg', 'webp', 'gif', 'bmp'] satisfies Bun.Image.Format[])
// What is drawn rather than photographed is in these, and blurs where it is stored like a photograph.
const losslessFormats = new Set<string>(['png', 'gif', 'bmp'] satisfies Bun.Image.Format[])

// Every machine draws alike, whatever else its system could read.
Bun.Image.backend = 'bun'

/** The image as WebP: upright, its longer side at most 2,560 pixels. Throws `validation_failed` where it is none. */
export async function redraw(upload: Uint8Array): Promise<Drawn> {
  const format = await judge(upload)
  const file = format === 'webp' && isAnimation(upload) ? firstFrame(upload) : upload
  const lossless = losslessFormats.has(format)
  const whole = open(file).resize(keptSide, keptSide, { fit: 'inside', withoutEnlargement: true })
  const content = await encode(whole, lossless)
  const { width, height } = await open(content).metadata()
  const variants = []
  for (const narrower of smallerWidths.filter((one) => one < width)) {
    const smaller = open(content).resize(narrower, Math.max(1, Math.round((height * narrower) / width)))
    variants.push({ width: narrower, content: await encode(smaller, lossless) })
  }
  return { format: 'webp', width, height, content, variants }
}

/** What the file is, by its content alone; refuses it before anything is decoded where it is too large or no image. */
async function judge(file: Uint8Array): Promise<string> {
  const { format, width, height } = await open(file).metadata().catch(refuse)
  if (!formats.has(format)) throw fault(unknown)
  requireSides(width, height)
  if (format === 'gif' && !hasWholeFrame(file)) throw fault(cutOff)
  if (format === 'jpeg') {
    const { scans, ended } = jpegScans(file, mostScans)
    if (scans > mostScans) throw fault(`is a JPEG of more than ${mostScans} scans; save it as another one`)
    if (!ended) throw fault(cutOff)
  }
  return format
}

/** The smaller of what is exact and what is not, where both are tried. */
async function encode(image: Bun.Image, lossless: boolean): Promise<Uint8Array> {
  const usual = onlyPixels(await image.webp({ quality }).bytes().catch(refuse))
  if (!lossless) return usual
  const exact = onlyPixels(await image.webp({ lossless: true }).bytes().catch(refuse))
  return exact.length <= usual.length ? exact : usual
}

const open = (file: Uint8Array) => new Bun.Image(file, { maxPixels: mostPixels })

const cutOff = 'ends too early; upload it again'
const unknown = 'is no image that is known here; upload PNG, JPEG, WebP, GIF, SVG or BMP (SVG in UTF-8)'
const reasons: Record<string, string> = {
  ERR_IMAGE_TOO_MANY_PIXELS: 'has more than 40 megapixels; upload a smaller image',
  ERR_IMAGE_DECODE_FAILED: 'is damaged, or ends too early; upload it again',
  ERR_IMAGE_UNKNOWN_FORMAT: unknown,
  ERR_IMAGE_FORMAT_UNSUPPORTED: unknown,
}

function refuse(error: { code?: string }): never {
  const reason = reasons[error.code ?? '']
  throw reason === undefined ? error : fault(reason)
}
