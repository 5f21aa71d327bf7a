// An uploaded image on a page: in the size that the window needs, and with its place kept free while it loads.
import type { MicrositePage } from './microsite-page.ts'

/** Paths without a slash in front are meant from the top of this server too, wherever the page is. */
export const assetAddress = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

/** Whether a path names an upload that is not there, or no more: any other place of this server is not known of. */
export const isMissing = (page: Pick<MicrositePage, 'images'>, path: string): boolean =>
  /^\/?assets\//.test(path) && !page.images.has(path)

type PictureProps = {
  page: MicrositePage
  path: string
  /** What it shows, for who does not see it; empty where the words beside it say it. */
  alt: string
  /** How wide it is drawn (CSS), from which the browser chooses the file. */
  sizes?: string
  /** Whether it is among what is seen first: others wait until they come near. */
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
