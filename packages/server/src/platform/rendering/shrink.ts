// Makes a photograph or a logo small: what runs in the drawing process when pixels come from strangers.
import { Undrawable } from './undrawable.ts'

// Decoding takes up to twenty bytes for each.
const mostPixels = 10_000_000
const formats = new Set(['png', 'jpeg', 'webp'])

/** The picture as a PNG within a square of `side` pixels, never larger than it was. Throws an Undrawable. */
export async function shrink(bytes: Uint8Array, side: number): Promise<Uint8Array> {
  try {
    const image = new Bun.Image(bytes, { maxPixels: mostPixels, autoOrient: true })
    const { format } = await image.metadata()
    if (!formats.has(format)) throw new Undrawable('The picture is neither PNG nor JPEG nor WebP.')
    return await image.resize(side, side, { fit: 'inside', withoutEnlargement: true }).png().bytes()
  } catch (error) {
    if (error instanceof Undrawable) throw error
    throw new Undrawable('The picture is too large, or not whole.')
  }
}
