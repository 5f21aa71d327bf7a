// What is known of a microsite's page, from a bounded cache that is corrected whenever something of the page changes.
import type { ShownImage } from '@linnet/pages'
import { BoundedCache, type MaybePromise } from '../../../platform/concurrency/bounded-cache.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import type { Assets } from '../assets/index.ts'
import type { Microsites, StoredComponent, StoredPage } from '../microsites/index.ts'
import type { Shop, ShownItem } from '../shop/index.ts'
import { imagePaths } from './image-paths.ts'

export interface KnownPage {
  page: StoredPage
  /** By their paths. */
  images: ReadonlyMap<string, ShownImage>
  /** Those that its components name and that are shown, and the leaders, by their ids. */
  items: ReadonlyMap<string, ShownItem>
  /** The most tapped of these, most first. */
  leaders: readonly ShownItem[]
  /** When it has to be read anew although nothing was changed, on the clock's `elapsed`; Infinity for never. */
  until: number
  /** About how many bytes it takes. */
  weight: number
}

/** By what is remembered of a page is found, counted and forgotten: none of what is on it. */
export type PageName = Pick<StoredPage, 'number' | 'userId' | 'slug' | 'title' | 'description' | 'kind'>

/** Where pages, and what is shown in them, come from. */
export interface PageSources {
  microsites: Pick<Microsites, 'pageOf'>
  assets: Pick<Assets, 'sizesOf' | 'read'>
  shop: Pick<Shop, 'shownItems' | 'leaders'>
}

const rememberedBytes = 16 * 1024 * 1024
// Who is ahead changes with every tap: nobody is told of that, so such pages age.
const leadersMilliseconds = 60_000
// As many as a leaderboard shows at most.
const mostLeaders = 20
// Of what is around the texts: of a page, and of each component, image and item.
const baseWeight = 1000
const partWeight = 300
// A character outside Latin-1 makes all of its text take two bytes each.
const characterWeight = 2

export class KnownPages {
  private readonly cache = new BoundedCache<KnownPage>(rememberedBytes, ({ weight }) => weight)

  constructor(
    private readonly sources: PageSources,
    private readonly clock: Pick<Clock, 'elapsed' | 'now'>,
  ) {}

  /** The page of a slug; undefined where visitors see none. */
  find(slug: string): MaybePromise<KnownPage | undefined> {
    const known = this.cache.get(slug)
    if (known && !this.isOld(known)) return known
    if (known) this.cache.delete(slug)
    return this.cache.load(slug, () => {
      const page = this.sources.microsites.pageOf(slug)
      if (page instanceof Promise) return page.then((found) => found && this.complete(found))
      return page && this.complete(page)
    })
  }

  /** Whether it has to be read anew. */
  isOld({ until }: Pick<KnownPage, 'until'>): boolean {
    return until !== Number.POSITIVE_INFINITY && until <= this.clock.elapsed()
  }

  forget(slug: string): void {
    this.cache.delete(slug)
  }

  forgetWhere(fits: (page: PageName) => boolean): void {
    this.cache.deleteWhere(({ page }) => fits(page))
  }

  forgetAll(): void {
    this.cache.clear()
  }

  private async complete(page: StoredPage): Promise<KnownPage> {
    const hasLeaders = page.components.some(({ kind }) => kind === 'SHOP_LEADERBOARD')
    const named = namedItems(page.components)
    const { shop } = this.sources
    const { userId, quarantinedUntil } = page
    const lasts = [
      hasLeaders ? leadersMilliseconds : Number.POSITIVE_INFINITY,
      // What a new account leads to is held up for so long.
      quarantinedUntil === null ? Number.POSITIVE_INFINITY : quarantinedUntil * 1000 - this.clock.now(),
    ]
    const until = this.clock.elapsed() + Math.min(...lasts.filter((milliseconds) => milliseconds > 0))
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

  /** By the paths as they are written in components, where the slash at the beginning may be missing. */
  private async imagesAt(userId: number, paths: string[]): Promise<Map<string, ShownImage>> {
    if (paths.length === 0) return new Map()
    const absolute = (path: string) => (path.startsWith('/') ? path : `/${path}`)
    const found = await this.sources.assets.sizesOf(userId, paths.map(absolute))
    const entries = paths.map((path) => [path, found.get(absolute(path))] as const)
    return new Map(entries.flatMap(([path, image]) => (image ? [[path, image] as const] : [])))
  }
}

/** What is kept beside something that was drawn of a page, which itself would be held by it as long as that. */
export function nameOf({ number, userId, slug, title, description, kind }: PageName): PageName {
  return { number, userId, slug, title, description, kind }
}

/** The items of the shop that components name, each once. */
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
  let parts = page.components.length + images.size + items.size
  for (const [path, { variants }] of images) {
    parts += variants.length
    for (const variant of variants) characters += path.length + variant.path.length
  }
  for (const { title, image, href } of items.values())
    characters += title.length + (image?.length ?? 0) + (href?.length ?? 0)
  return baseWeight + parts * partWeight + characters * characterWeight
}
