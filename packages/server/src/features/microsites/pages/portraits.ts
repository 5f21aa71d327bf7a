// The profile picture of a page, scaled down for the preview picture.
import type { MicrositePage } from '@linnet/pages'
import type { Assets } from '../assets/index.ts'

// Twice as wide as it is shown.
const width = 400

/**
 * The profile's image as a `data:` URL; undefined if there is none, or if it is an SVG. It has to be converted, because the
 * renderer reads PNG and images are stored as WebP.
 */
export async function portraitOf(
  { components, images }: MicrositePage,
  assets: Pick<Assets, 'read'>,
  shrink: (image: Uint8Array, side: number) => Promise<Uint8Array>,
): Promise<string | undefined> {
  const profile = components.find((component) => component.kind === 'PROFILE')
  const path = profile?.data.image
  const image = path === undefined ? undefined : images.get(path)
  if (!path?.endsWith('.webp') || !image) return undefined
  const file = image.variants.find((variant) => variant.width >= width / 2)?.path ?? path
  const content = await assets.read(file.startsWith('/') ? file : `/${file}`)
  if (!content) return undefined
  const small = await shrink(content, width)
  return `data:image/png;base64,${Buffer.from(small).toString('base64')}`
}
