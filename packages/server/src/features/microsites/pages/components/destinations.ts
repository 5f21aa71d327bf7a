// Where a tap on a component leads: only to what its owner has stored in it.
import type { ComponentData } from '@linnet/contract'
import { calendarLinks, linksIn, mapLinks } from '@linnet/pages'
import type { StoredComponent } from '../../microsites/index.ts'
import type { ShownItem } from '../../shop/index.ts'
import type { CachedPage } from '../page-cache.ts'
import type { ComponentVisit } from './address.ts'

export interface Destination {
  href: string
  /** The shop item that was tapped, which is counted as well. */
  item: ShownItem | null
}

/** What the destination of some kinds depends on besides their data. */
interface TapContext {
  cached: CachedPage
  origin: string
}

type FindDestination = (data: never, linkName: string | null, context: TapContext) => Destination | null

const to = (href: string | null | undefined): Destination | null => (href ? { href, item: null } : null)

/** An entry of a list, by its position. */
function numbered<Entry>(list: readonly Entry[] | undefined, linkName: string | null): Entry | undefined {
  return linkName !== null && /^(?:0|[1-9]\d{0,3})$/.test(linkName) ? list?.[Number(linkName)] : undefined
}

const textLinks = new WeakMap<ComponentData<'TEXT'>, string[]>()

/** The links of a TEXT component, cached as long as its page is. */
function linksOf(data: ComponentData<'TEXT'>): string[] {
  const links = textLinks.get(data) ?? linksIn(data.content)
  textLinks.set(data, links)
  return links
}

/** One of several links, by its name. */
function named(links: Record<string, string> | null, linkName: string | null): string | undefined {
  return links !== null && linkName !== null && Object.hasOwn(links, linkName) ? links[linkName] : undefined
}

function toItem(id: string | null | undefined, { cached: { items } }: TapContext): Destination | null {
  const item = id ? items.get(id) : undefined
  return item?.href ? { href: item.href, item } : null
}

/** By kind. Kinds that are not here lead nowhere. */
const finders: Partial<Record<StoredComponent['kind'], FindDestination>> = {
  LINK: (data: ComponentData<'LINK'>, linkName) => (linkName === null ? to(data.href) : null),
  HORIZONTAL_LINK: (data: ComponentData<'HORIZONTAL_LINK'>, linkName) =>
    to(numbered(data.links, linkName)?.url),
  TEXT: (data: ComponentData<'TEXT'>, linkName) => to(numbered(linksOf(data), linkName)),
  IMAGE: (data: ComponentData<'IMAGE'>, linkName) => (linkName === null ? to(data.href) : null),
  IMAGE_SLIDE: (data: ComponentData<'IMAGE_SLIDE'>, linkName) => to(numbered(data.slides, linkName)?.href),
  MEDIA: (data: ComponentData<'MEDIA'>, linkName) => (linkName === null ? to(data.url) : null),
  AUTOPLAY_MUSIC: (data: ComponentData<'AUTOPLAY_MUSIC'>, linkName) =>
    linkName === null ? to(data.url) : null,
  MAPS: (data: ComponentData<'MAPS'>, linkName) => to(named(mapLinks(data), linkName)),
  CALENDAR: (data: ComponentData<'CALENDAR'>, linkName, { cached, origin }) => {
    const { title, slug } = cached.page
    return to(named(calendarLinks(data, { title, url: `${origin}/${slug}` }), linkName))
  },
  CONTACT: (data: ComponentData<'CONTACT'>, linkName) => (linkName === 'website' ? to(data.website) : null),
  SHOP_LISTING: (data: ComponentData<'SHOP_LISTING'>, linkName, context) =>
    linkName !== null && data.shopItemIds?.includes(linkName) ? toItem(linkName, context) : null,
  SHOP_ITEM: (data: ComponentData<'SHOP_ITEM'>, linkName, context) =>
    linkName === null || linkName === data.shopItemId ? toItem(data.shopItemId, context) : null,
  // Any item of the account, because the leaders may have changed since the page was rendered.
  SHOP_LEADERBOARD: (_data, linkName, context) => toItem(linkName, context),
}

/** Null if the address leads nowhere. `origin` is the default short domain's. */
export function destinationOf(
  { cached, component, linkName }: Pick<ComponentVisit, 'cached' | 'component' | 'linkName'>,
  origin: string,
): Destination | null {
  return finders[component.kind]?.(component.data as never, linkName, { cached, origin }) ?? null
}
