// Scales a photograph or logo down. Runs only in the render process, because the file is untrusted.
import { UnrenderableImage } from './unrenderable-image.ts'

// Decoding takes up to twenty bytes per pixel.
const mostPixels = 10_000_000
const formats = new Set(['png', 'jpeg', 'webp'])

/** The image as a PNG within a square of `side` pixels, never enlarged. Throws an UnrenderableImage. */
export async function shrink(bytes: Uint8Array, side: number): Promise<Uint8Array> {
  try {
    const image = new Bun.Image(bytes, { maxPixels: mostPixels, autoOrient: true })
    const { format } = await image.metadata()
    if (!formats.has(format)) throw new UnrenderableImage({ code: 'unknown_image' })
    return await image.resize(side, side, { fit: 'inside', withoutEnlargement: true }).png().bytes()
  } catch (error) {
    if (error instanceof UnrenderableImage) throw error
    throw new UnrenderableImage({ code: 'image_damaged' })
  }
}
