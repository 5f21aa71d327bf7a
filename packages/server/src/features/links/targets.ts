// What a short code leads to, from a bounded cache that is corrected whenever the code changes.
import { BoundedCache } from '../../platform/bounded-cache.ts'
import { codeTopic, type LinkStore, type Target as StoredTarget } from './store.ts'

/** A stored target, with what the `Location` header says. */
export interface Target extends StoredTarget {
  location: string
}

const remembered = 100_000

export class Targets {
  private readonly cache = new BoundedCache<Target>(remembered)

  constructor(private readonly store: LinkStore) {
    store.subscribe((topic) => {
      if (topic === null) this.cache.clear()
      else if (topic.startsWith('code:')) this.cache.delete(topic)
    })
  }

  /** The link of a code; at once where it is remembered, so that a redirect waits for nothing. */
  resolve(domainId: number, code: string): Target | Promise<Target | undefined> {
    return this.cache.get(codeTopic(domainId, code)) ?? this.load(domainId, code)
  }

  private async load(domainId: number, code: string): Promise<Target | undefined> {
    const fill = this.cache.beginFill()
    const stored = await this.store.target(domainId, code)
    if (!stored) return undefined
    const target = { ...stored, location: locationOf(stored.long_url) }
    fill(codeTopic(domainId, code), target)
    return target
  }
}

/** A destination goes out as it came in, unless a header could not carry it: then as the WHATWG parser writes it. */
function locationOf(longUrl: string): string {
  return /^[\x20-\x7e]*$/.test(longUrl) ? longUrl : new URL(longUrl).href
}
