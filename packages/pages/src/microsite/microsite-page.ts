// The data of a microsite's page: all that rendering needs, and nothing that must stay secret.
import type { ComponentData, ComponentKind } from '@linnet/contract'

export interface MicrositePage {
  /** The address of the page. */
  url: string
  slug: string
  title: string
  description: string
  /** Its purpose, such as `portfolio`. */
  kind: string
  /** The name of a theme; an unknown one means the default. */
  theme: string
  /** The address of the picture for link previews. */
  previewImage: string
  /**
   * Addresses that are on a block list or that visitors are warned about: the page only links to them through redirects,
   * plays nothing from them, and leaves them out of metadata.
   */
  heldUp?: ReadonlySet<string>
  /** Where visitors report the page; undefined where they can't, as in the preview. */
  reportUrl?: string
  /** Whether this is only one component, which a visitor unlocks, instead of the whole page. */
  alone?: boolean
  /** The active components, in order. */
  components: readonly ShownComponent[]
  /** The uploaded images by their paths. */
  images: ReadonlyMap<string, ShownImage>
  /** The account's active shop items, by their ids. */
  items: ReadonlyMap<string, ShownItem>
  /** The most tapped of these, the most tapped first. */
  leaders: readonly ShownItem[]
}

export type ShownComponent = {
  [Kind in ComponentKind]: {
    id: string
    kind: Kind
    /** While it is locked, only its style and its `passwordMessage`: the rest must not be in the page. */
    data: ComponentData<Kind>
    lock: Lock
  }
}[ComponentKind]

export type Lock =
  /** `key` unlocks the component's other addresses; null if the component has no lock. */
  | { locked: false; key: string | null }
  /**
   * `canOpen` is whether there is a password: without one, nobody can unlock it. `retryAfter` is in seconds; null while
   * more attempts are allowed.
   */
  | { locked: true; canOpen: boolean; wrong: boolean; retryAfter: number | null }

export interface ShownImage {
  width: number
  height: number
  /** Smaller versions: paths with their widths. */
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

/** The address that counts a tap and redirects. `linkKey` identifies one of several links of a component. */
export function tapAddress(
  { slug }: Pick<MicrositePage, 'slug'>,
  component: Pick<ShownComponent, 'id' | 'lock'>,
  linkKey?: string | number,
): string {
  const { id, lock } = component
  const key = lock.locked || lock.key === null ? '' : `?key=${encodeURIComponent(lock.key)}`
  return `/${slug}/${id}${linkKey === undefined ? '' : `/${encodeURIComponent(linkKey)}`}${key}`
}

/** The address of a component's file: an event for calendars, or a contact for address books. */
export const fileAddress = (
  page: Pick<MicrositePage, 'slug'>,
  { id, lock }: Pick<ShownComponent, 'id' | 'lock'>,
  format: 'ics' | 'vcf',
): string => tapAddress(page, { id: `${id}.${format}`, lock })
