// A microsite as its page is drawn from it: all that the page needs to know, and nothing that it must not tell.
import type { ComponentData, ComponentKind } from '@linnet/contract'

export interface MicrositePage {
  /** The address of the page. */
  url: string
  slug: string
  title: string
  description: string
  /** What it is for, such as `portfolio`. */
  kind: string
  /** The name of a theme; one that is not known is drawn as the default. */
  theme: string
  /** Address of the picture that is shown where somebody shares the page. */
  previewImage: string
  /**
   * Addresses on a block list, or that visitors are warned about first: the page links to them only through our own
   * redirects, plays nothing from them, and leaves them out of what machines read.
   */
  heldUp?: ReadonlySet<string>
  /** Where visitors report the page; left out where nobody would answer there. */
  reportUrl?: string
  /** Whether this is only one component of it, for who unlocks that; the whole page is elsewhere. */
  alone?: boolean
  /** The active ones, in their order. */
  components: readonly ShownComponent[]
  /** What is known of uploaded images, by their paths. */
  images: ReadonlyMap<string, ShownImage>
  /** The account's active shop items, by their ids. */
  items: ReadonlyMap<string, ShownItem>
  /** Of these the most tapped, most first. */
  leaders: readonly ShownItem[]
}

export type ShownComponent = {
  [Kind in ComponentKind]: {
    id: string
    kind: Kind
    /** Where it is locked, only how it looks and its `passwordMessage`: the rest is not in the page. */
    data: ComponentData<Kind>
    lock: Lock
  }
}[ComponentKind]

export type Lock =
  /** `key` is what a component that was unlocked shows at its other addresses; null where nothing is in front. */
  | { locked: false; key: string | null }
  /**
   * `canOpen` is whether there is a password at all: without one, nobody is let in yet. `retryAfter` is in seconds; null
   * as long as passwords may be tried.
   */
  | { locked: true; canOpen: boolean; wrong: boolean; retryAfter: number | null }

export interface ShownImage {
  width: number
  height: number
  /** The same, smaller: paths with their widths. */
  variants: readonly { path: string; width: number }[]
}

export interface ShownItem {
  id: string
  title: string
  price: number | null
  currency: string | null
  image: string | null
  href: string | null
}

/** Where taps on a component go, which counts them and leads on. `part` names one of several links of it. */
export function tapAddress(
  { slug }: Pick<MicrositePage, 'slug'>,
  component: Pick<ShownComponent, 'id' | 'lock'>,
  linkKey?: string | number,
): string {
  const { id, lock } = component
  const key = lock.locked || lock.key === null ? '' : `?key=${encodeURIComponent(lock.key)}`
  return `/${slug}/${id}${linkKey === undefined ? '' : `/${encodeURIComponent(linkKey)}`}${key}`
}

/** Where a component is answered as a file: an event for calendars, or a contact for address books. */
export const fileAddress = (
  page: Pick<MicrositePage, 'slug'>,
  { id, lock }: Pick<ShownComponent, 'id' | 'lock'>,
  format: 'ics' | 'vcf',
): string => tapAddress(page, { id: `${id}.${format}`, lock })
