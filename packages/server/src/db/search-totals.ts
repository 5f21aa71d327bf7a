// Totals of searches, cached and kept up to date: changes since are added, so that nothing is counted again.
import { BoundedCache } from '../platform/concurrency/bounded-cache.ts'
import type { LinkFilter } from './link-search.ts'

/** A total, and the state of the database that it belongs to. */
export interface Total<Mark> {
  total: number
  mark: Mark
}

/** `Access` is how a source queries the database for one request. */
export interface TotalSource<Mark, Access> {
  count(access: Access, filter: LinkFilter): Promise<Total<Mark>>
  /** By how much a total has changed since a state; null if that is no longer known, or too much. */
  changeSince(access: Access, filter: LinkFilter, mark: Mark): Promise<Total<Mark> | null>
}

const remembered = 4000

export class SearchTotals<Mark, Access> {
  private readonly cache = new BoundedCache<Total<Mark>>(remembered)
  private readonly counting = new Map<string, Promise<number>>()

  constructor(private readonly source: TotalSource<Mark, Access>) {}

  /** Counts the matches, including everything that was written before the query. */
  async total(access: Access, filter: LinkFilter): Promise<number> {
    const key = `${filter.userId} ${filter.status} ${filter.term}`
    // While another request counts the same, this one waits and only adds the changes since.
    await this.counting.get(key)?.catch(() => undefined)
    const known = this.cache.get(key)
    const change = known && (await this.source.changeSince(access, filter, known.mark))
    if (change) return this.remember(key, { total: known.total + change.total, mark: change.mark })
    const count = this.source.count(access, filter).then((total) => this.remember(key, total))
    this.counting.set(key, count)
    try {
      return await count
    } finally {
      if (this.counting.get(key) === count) this.counting.delete(key)
    }
  }

  private remember(key: string, total: Total<Mark>): number {
    this.cache.set(key, total)
    return total.total
  }
}
