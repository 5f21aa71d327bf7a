// An uploaded image on a page: in the size that the window needs, with its space reserved while it loads.
import type { MicrositePage } from './microsite-page.ts'

/** Paths without a leading slash are also relative to the root of this server. */
export const assetAddress = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

/** Whether a path names an upload that doesn't exist; other paths can't be checked. */
export const isMissing = (page: Pick<MicrositePage, 'images'>, path: string): boolean =>
  /^\/?assets\//.test(path) && !page.images.has(path)

type PictureProps = {
  page: MicrositePage
  path: string
  /** The text alternative; empty if the text beside it says the same. */
  alt: string
  /** Its width (CSS), from which the browser chooses the file. */
  sizes?: string
  /** Whether it is visible first; other images load lazily. */
  eager?: boolean
  class?: string
}

export const Picture = ({
  page,
  path,
  alt,
  sizes = '(min-width: 40rem) 36rem, 92vw',
  eager,
  ...rest
}: PictureProps) => {
  const known = page.images.get(path)
  const widths = known ? [...known.variants, { path, width: known.width }] : []
  const srcset = widths
    .toSorted((a, b) => a.width - b.width)
    .map((variant) => `${assetAddress(variant.path)} ${variant.width}w`)
    .join(', ')
  const loads = eager ? { fetchpriority: 'high' as const } : { loading: 'lazy' as const }
  return (
    <img
      class={rest.class}
      src={assetAddress(path)}
      srcset={widths.length > 1 ? srcset : undefined}
      sizes={widths.length > 1 ? sizes : undefined}
      width={known?.width}
      height={known?.height}
      alt={alt}
      decoding="async"
      {...loads}
    />
  )
}
