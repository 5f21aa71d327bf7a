// What is known of a microsite's page, from a bounded cache that is corrected whenever something of the page changes.
import type { ComponentKind } from '@linnet/contract'
import type { ShownImage, ShownItem } from '@linnet/pages'
import { BoundedCache, type Soon } from '../../platform/bounded-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import { imagePaths } from './image-paths.ts'

/** A component that is shown, as it is stored. */
export interface StoredComponent {
  /** The number of its row, by which its taps are counted. */
  number: number
  id: string
  kind: ComponentKind
  /** Valid for its kind. */
  data: Record<string, unknown>
  passwordHash: string | null
}

/** A microsite that visitors may see, with its active components in their order. */
export interface StoredPage {
  number: number
  userId: number
  slug: string
  title: string
  description: string
  kind: string
  theme: string
  components: readonly StoredComponent[]
}

/** An item of an account's catalogue that is shown, with the number of its row. */
export type StoredItem = ShownItem & { number: number }

export interface KnownPage {
  page: StoredPage
  /** By their paths. */
  images: ReadonlyMap<string, ShownImage>
  /** All that the account shows, by their ids. */
  items: ReadonlyMap<string, StoredItem>
  /** The most tapped of these, most first. */
  leaders: readonly StoredItem[]
  /** When it has to be read anew although nothing was changed, on the clock's `elapsed`; Infinity for never. */
  until: number
  /** About how many bytes it takes. */
  weight: number
}

/** Where pages, and what is shown in them, come from. */
export interface PageSources {
  pageOf(slug: string): Soon<StoredPage | undefined>
  /** What is known of images of this account; of those that there are. */
  images(userId: number, paths: string[]): Promise<ReadonlyMap<string, ShownImage>>
  items(userId: number): Promise<readonly StoredItem[]>
  /** The most tapped items, most first, and no more than `most`. */
  leaders(userId: number, most: number): Promise<readonly StoredItem[]>
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
      const page = this.sources.pageOf(slug)
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
    const { sources, clock } = this
    const until = hasLeaders ? clock.elapsed() + leadersMilliseconds : Number.POSITIVE_INFINITY
    const [items, leaders] = await Promise.all([
      hasItems ? sources.items(page.userId) : [],
      hasLeaders ? sources.leaders(page.userId, mostLeaders) : [],
    ])
    const paths = imagePaths([page.components.map(({ data }) => data), items])
    const images = await this.imagesAt(page.userId, paths)
    const weight = 2 * JSON.stringify([page, items, [...images]]).length + baseWeight
    return { page, images, items: new Map(items.map((item) => [item.id, item])), leaders, until, weight }
  }

  /** By the paths as they are written in components, where the slash at the beginning may be missing. */
  private async imagesAt(userId: number, paths: string[]): Promise<Map<string, ShownImage>> {
    if (paths.length === 0) return new Map()
    const absolute = (path: string) => (path.startsWith('/') ? path : `/${path}`)
    const found = await this.sources.images(userId, paths.map(absolute))
    const entries = paths.map((path) => [path, found.get(absolute(path))] as const)
    return new Map(entries.flatMap(([path, image]) => (image ? [[path, image] as const] : [])))
  }
}
