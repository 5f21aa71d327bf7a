// What a microsite's page is rendered from, in a bounded cache that drops a page whenever something on it changes.
import { type ShownImage, viewOf } from '@linnet/pages'
import { BoundedCache, type MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { codeTopic } from '../../links/links/index.ts'
import { type Assets, imagePaths } from '../assets/index.ts'
import type { Microsites, StoredComponent, StoredPage } from '../microsites/index.ts'
import type { Shop, ShownItem } from '../shop/index.ts'

export interface CachedPage {
  page: StoredPage
  /** By path. */
  images: ReadonlyMap<string, ShownImage>
  /** The shown items that its components name, and the leaders, by id. */
  items: ReadonlyMap<string, ShownItem>
  /** The most tapped items, most tapped first. */
  leaders: readonly ShownItem[]
  /** When it has to be read again even if nothing was changed, on the clock's `elapsed`; Infinity for never. */
  until: number
  /** About how many bytes it takes. */
  weight: number
}

/** What identifies a cached page, without its components. */
export type PageName = Pick<
  StoredPage,
  'number' | 'id' | 'userId' | 'slug' | 'url' | 'title' | 'description' | 'kind'
>

/** Where pages and what they show are read from. */
export interface PageSources {
  microsites: Pick<Microsites, 'pageOf'>
  assets: Pick<Assets, 'sizesOf' | 'read'>
  shop: Pick<Shop, 'shownItems' | 'leaders'>
}

const mostCachedBytes = 16 * 1024 * 1024
// The leaders change with every tap without being announced, so pages that show them expire.
const leadersMilliseconds = 60_000
// The most that a leaderboard shows.
const mostLeaders = 20
// In bytes, apart from the strings: of a page, and of each component, image and item.
const baseWeight = 1000
const itemWeight = 300
// With one character outside Latin-1, all characters of a string take two bytes.
const characterWeight = 2

export class PageCache {
  private readonly cache = new BoundedCache<CachedPage>(mostCachedBytes, ({ weight }) => weight)

  constructor(
    private readonly sources: PageSources,
    private readonly clock: Pick<Clock, 'elapsed' | 'now'>,
  ) {}

  /** The page at a slug of a domain; undefined if visitors see none. */
  find(domainId: number, slug: string): MaybePromise<CachedPage | undefined> {
    const key = codeTopic(domainId, slug)
    const cached = this.cache.get(key)
    if (cached && !this.isOld(cached)) return cached
    if (cached) this.cache.delete(key)
    return this.cache.load(key, () => {
      const page = this.sources.microsites.pageOf(domainId, slug)
      if (page instanceof Promise) return page.then((found) => found && this.complete(found))
      return page && this.complete(page)
    })
  }

  /** Whether it has to be read again. */
  isOld({ until }: Pick<CachedPage, 'until'>): boolean {
    return until !== Number.POSITIVE_INFINITY && until <= this.clock.elapsed()
  }

  forget(topic: string): void {
    this.cache.delete(topic)
  }

  forgetWhere(fits: (page: PageName) => boolean): void {
    this.cache.deleteWhere(({ page }) => fits(page))
  }

  forgetAll(): void {
    this.cache.clear()
  }

  private async complete(page: StoredPage): Promise<CachedPage> {
    const hasLeaders = page.components.some(({ kind }) => viewOf(kind).showsLeaders)
    const named = namedItems(page.components)
    const { shop } = this.sources
    const { userId, quarantinedUntil } = page
    const lifetimes = [
      hasLeaders ? leadersMilliseconds : Number.POSITIVE_INFINITY,
      // Until then taps show the destination first, because the account is new.
      quarantinedUntil === null ? Number.POSITIVE_INFINITY : quarantinedUntil * 1000 - this.clock.now(),
    ]
    const until = this.clock.elapsed() + Math.min(...lifetimes.filter((milliseconds) => milliseconds > 0))
    const [found, leaders] = await Promise.all([
      named.length > 0 ? shop.shownItems(userId, named) : new Map<string, ShownItem>(),
      hasLeaders ? shop.leaders(userId, mostLeaders) : [],
    ])
    const items = new Map([...found, ...leaders.map((item) => [item.id, item] as const)])
    const paths = imagePaths([page.components.map(({ data }) => data), [...items.values()]])
    const images = await this.imagesAt(userId, paths)
    const weight = weightOf(page, images, items)
    return { page, images, items, leaders, until, weight }
  }

  /** Keyed by paths as components have them, with or without the leading slash. */
  private async imagesAt(userId: number, paths: string[]): Promise<Map<string, ShownImage>> {
    if (paths.length === 0) return new Map()
    const absolute = (path: string) => (path.startsWith('/') ? path : `/${path}`)
    const found = await this.sources.assets.sizesOf(userId, paths.map(absolute))
    const entries = paths.map((path) => [path, found.get(absolute(path))] as const)
    return new Map(entries.flatMap(([path, image]) => (image ? [[path, image] as const] : [])))
  }
}

/** The part of a page that is kept with its rendering, so that the whole page needn't stay in memory. */
export function nameOf({ number, id, userId, slug, url, title, description, kind }: PageName): PageName {
  return { number, id, userId, slug, url, title, description, kind }
}

/** The shop items that components name, each once. */
export function namedItems(components: readonly Pick<StoredComponent, 'kind' | 'data'>[]): string[] {
  const ids = components.flatMap(({ data }) => {
    if ('shopItemIds' in data) return data.shopItemIds ?? []
    return 'shopItemId' in data && data.shopItemId !== undefined ? [data.shopItemId] : []
  })
  return [...new Set(ids)]
}

function weightOf(
  page: StoredPage,
  images: ReadonlyMap<string, ShownImage>,
  items: ReadonlyMap<string, ShownItem>,
): number {
  let characters = page.characters
  let count = page.components.length + images.size + items.size
  for (const [path, { variants }] of images) {
    count += variants.length
    for (const variant of variants) characters += path.length + variant.path.length
  }
  for (const { title, image, href } of items.values())
    characters += title.length + (image?.length ?? 0) + (href?.length ?? 0)
  return baseWeight + count * itemWeight + characters * characterWeight
}
