// What a short code leads to, from a bounded cache that is corrected whenever the code changes.
import { BoundedCache, type Soon } from '../../platform/bounded-cache.ts'
import { codeTopic, type LinkStore, type Target as StoredTarget } from './store.ts'

/** A stored target, with what the `Location` header says in place of the destination. */
export interface Target extends Omit<StoredTarget, 'long_url'> {
  location: string
}

// Of codes visited by Zipf's law, half as many as this are nearly always remembered: a miss costs as much as a redirect.
const remembered = 200_000

export class Targets {
  private readonly cache = new BoundedCache<Target>(remembered)

  constructor(private readonly store: LinkStore) {
    store.subscribe((topic) => {
      if (topic === null) this.cache.clear()
      else if (topic.startsWith(ofDefaultDomain)) this.cache.delete(topic.slice(ofDefaultDomain.length))
      else this.cache.delete(topic)
    })
  }

  /** The link of a code; at once where it is remembered or on SQLite, so that a redirect waits for nothing. */
  resolve(domainId: number, code: string): Soon<Target | undefined> {
    // On the default domain a code is its own key: putting another together would cost more than finding it.
    const key = domainId === 0 ? code : codeTopic(domainId, code)
    return this.cache.get(key) ?? this.cache.load(key, () => this.find(domainId, code))
  }

  private find(domainId: number, code: string): Soon<Target | undefined> {
    const stored = this.store.target(domainId, code)
    return stored instanceof Promise ? stored.then(targetOf) : targetOf(stored)
  }
}

// No code has a colon, so no key of the default domain is one of another domain.
const ofDefaultDomain = codeTopic(0, '')

function targetOf(stored: StoredTarget | undefined): Target | undefined {
  if (!stored) return undefined
  const { long_url, ...target } = stored
  return { ...target, location: locationOf(long_url) }
}

/** A destination goes out as it came in, unless a header could not carry it: then as the WHATWG parser writes it. */
function locationOf(longUrl: string): string {
  return /^[\x20-\x7e]*$/.test(longUrl) ? longUrl : new URL(longUrl).href
}
