// Where a tap on a component leads: only to what its owner has stored in it.
import type { ComponentData } from '@linnet/contract'
import { calendarLinks, linksIn, mapLinks } from '@linnet/pages'
import type { StoredComponent } from '../../microsites/index.ts'
import type { ShownItem } from '../../shop/index.ts'
import type { KnownPage } from '../page-cache.ts'
import type { Asked } from './address.ts'

export interface Destination {
  href: string
  /** The shop item that was tapped, which is counted as well. */
  item: ShownItem | null
}

interface Place {
  known: KnownPage
  origin: string
}

type Find = (data: never, part: string | null, place: Place) => Destination | null

const to = (href: string | null | undefined): Destination | null => (href ? { href, item: null } : null)

/** One of a list, by its place in it. */
function numbered<Entry>(list: readonly Entry[] | undefined, part: string | null): Entry | undefined {
  return part !== null && /^(?:0|[1-9]\d{0,3})$/.test(part) ? list?.[Number(part)] : undefined
}

const read = new WeakMap<ComponentData<'TEXT'>, string[]>()

/** The links of a text, cached as long as its page is. */
function linksOf(data: ComponentData<'TEXT'>): string[] {
  const links = read.get(data) ?? linksIn(data.content)
  read.set(data, links)
  return links
}

/** One of several links by its name. */
function named(links: Record<string, string> | null, part: string | null): string | undefined {
  return links !== null && part !== null && Object.hasOwn(links, part) ? links[part] : undefined
}

function toItem(id: string | null | undefined, { known: { items } }: Place): Destination | null {
  const item = id ? items.get(id) : undefined
  return item?.href ? { href: item.href, item } : null
}

/** By kind; what is not here leads nowhere. */
const finders: Partial<Record<StoredComponent['kind'], Find>> = {
  LINK: (data: ComponentData<'LINK'>, part) => (part === null ? to(data.href) : null),
  HORIZONTAL_LINK: (data: ComponentData<'HORIZONTAL_LINK'>, part) => to(numbered(data.links, part)?.url),
  TEXT: (data: ComponentData<'TEXT'>, part) => to(numbered(linksOf(data), part)),
  IMAGE: (data: ComponentData<'IMAGE'>, part) => (part === null ? to(data.href) : null),
  IMAGE_SLIDE: (data: ComponentData<'IMAGE_SLIDE'>, part) => to(numbered(data.slides, part)?.href),
  MEDIA: (data: ComponentData<'MEDIA'>, part) => (part === null ? to(data.url) : null),
  AUTOPLAY_MUSIC: (data: ComponentData<'AUTOPLAY_MUSIC'>, part) => (part === null ? to(data.url) : null),
  MAPS: (data: ComponentData<'MAPS'>, part) => to(named(mapLinks(data), part)),
  CALENDAR: (data: ComponentData<'CALENDAR'>, part, { known, origin }) => {
    const { title, slug } = known.page
    return to(named(calendarLinks(data, { title, url: `${origin}/${slug}` }), part))
  },
  CONTACT: (data: ComponentData<'CONTACT'>, part) => (part === 'website' ? to(data.website) : null),
  SHOP_LISTING: (data: ComponentData<'SHOP_LISTING'>, part, place) =>
    part !== null && data.shopItemIds?.includes(part) ? toItem(part, place) : null,
  SHOP_ITEM: (data: ComponentData<'SHOP_ITEM'>, part, place) =>
    part === null || part === data.shopItemId ? toItem(data.shopItemId, place) : null,
  // Any of the account's: who is ahead may have changed since the page was drawn.
  SHOP_LEADERBOARD: (_data, part, place) => toItem(part, place),
}

/** Null where nothing is. `origin` is the default short domain's. */
export function destinationOf(
  { known, component, part }: Pick<Asked, 'known' | 'component' | 'part'>,
  origin: string,
): Destination | null {
  return finders[component.kind]?.(component.data as never, part, { known, origin }) ?? null
}
