// What is known of a microsite's page, from a bounded cache that is corrected whenever something of the page changes.
import type { ShownImage } from '@linnet/pages'
import { BoundedCache, type Soon } from '../../platform/bounded-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Assets } from '../assets/index.ts'
import type { Microsites, StoredPage } from '../microsites/index.ts'
import type { Shop, ShownItem } from '../shop/index.ts'
import { imagePaths } from './image-paths.ts'

export interface KnownPage {
  page: StoredPage
  /** By their paths. */
  images: ReadonlyMap<string, ShownImage>
  /** All that the account shows, by their ids. */
  items: ReadonlyMap<string, ShownItem>
  /** The most tapped of these, most first. */
  leaders: readonly ShownItem[]
  /** When it has to be read anew although nothing was changed, on the clock's `elapsed`; Infinity for never. */
  until: number
  /** About how many bytes it takes. */
  weight: number
}

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
// Of the maps and texts around what is weighed.
const baseWeight = 1000

export class KnownPages {
  private readonly cache = new BoundedCache<KnownPage>(rememberedBytes, ({ weight }) => weight)

  constructor(
    private readonly sources: PageSources,
    private readonly clock: Pick<Clock, 'elapsed'>,
  ) {}

  /** The page of a slug; undefined where visitors see none. */
  find(slug: string): Soon<KnownPage | undefined> {
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
  isOld({ until }: KnownPage): boolean {
    return until !== Number.POSITIVE_INFINITY && until <= this.clock.elapsed()
  }

  forget(slug: string): void {
    this.cache.delete(slug)
  }

  forgetWhere(fits: (page: StoredPage) => boolean): void {
    this.cache.deleteWhere(({ page }) => fits(page))
  }

  forgetAll(): void {
    this.cache.clear()
  }

  private async complete(page: StoredPage): Promise<KnownPage> {
    const kinds = new Set(page.components.map(({ kind }) => kind))
    const hasLeaders = kinds.has('SHOP_LEADERBOARD')
    const hasItems = hasLeaders || kinds.has('SHOP_LISTING') || kinds.has('SHOP_ITEM')
    const { shop } = this.sources
    const { userId } = page
    const until = hasLeaders ? this.clock.elapsed() + leadersMilliseconds : Number.POSITIVE_INFINITY
    const [items, leaders] = await Promise.all([
      hasItems ? shop.shownItems(userId) : new Map<string, ShownItem>(),
      hasLeaders ? shop.leaders(userId, mostLeaders) : [],
    ])
    const paths = imagePaths([page.components.map(({ data }) => data), [...items.values()]])
    const images = await this.imagesAt(userId, paths)
    const weight = 2 * JSON.stringify([page, [...items], [...images]]).length + baseWeight
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
