// Totals of searches, remembered and kept right: what has changed since is added, so that nothing is counted twice.
import { BoundedCache } from '../platform/concurrency/bounded-cache.ts'
import type { LinkFilter } from './link-search.ts'

/** A total, and the state of the database that it is from. */
export interface Total<Mark> {
  total: number
  mark: Mark
}

/** `Asking` is by what a source asks its database for one request. */
export interface TotalSource<Mark, Asking> {
  count(asking: Asking, filter: LinkFilter): Promise<Total<Mark>>
  /** By how much a total has changed since a state; null where that is not known any more, or too much. */
  changeSince(asking: Asking, filter: LinkFilter, mark: Mark): Promise<Total<Mark> | null>
}

const remembered = 4000

export class SearchTotals<Mark, Asking> {
  private readonly cache = new BoundedCache<Total<Mark>>(remembered)
  private readonly counting = new Map<string, Promise<number>>()

  constructor(private readonly source: TotalSource<Mark, Asking>) {}

  /** Counts what matches, all that was written before the question included. */
  async total(asking: Asking, filter: LinkFilter): Promise<number> {
    const key = `${filter.userId} ${filter.status} ${filter.term}`
    // Who asks while another counts gets what has changed since added to that.
    await this.counting.get(key)?.catch(() => undefined)
    const kept = this.cache.get(key)
    const change = kept && (await this.source.changeSince(asking, filter, kept.mark))
    if (change) return this.keep(key, { total: kept.total + change.total, mark: change.mark })
    const count = this.source.count(asking, filter).then((total) => this.keep(key, total))
    this.counting.set(key, count)
    try {
      return await count
    } finally {
      if (this.counting.get(key) === count) this.counting.delete(key)
    }
  }

  private keep(key: string, total: Total<Mark>): number {
    this.cache.set(key, total)
    return total.total
  }
}
