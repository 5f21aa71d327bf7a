// What a short code leads to, from a bounded cache that is corrected whenever the code changes.
import {
  BoundedCache,
  type CacheFigures,
  type MaybePromise,
} from '../../../platform/concurrency/bounded-cache.ts'
import { Histogram, lookupBounds } from '../../../platform/observability/metrics/index.ts'
import { type LinkTarget, type PolicyNeeds, targetOf } from './policy.ts'
import { codeTopic, type LinkStore, type LinkTarget as StoredLinkTarget } from './store.ts'

// Of codes visited by Zipf's law, half as many as this are nearly always remembered: a miss costs as much as a redirect.
const remembered = 200_000

export class Targets {
  private readonly cache = new BoundedCache<LinkTarget>(remembered)
  /** How long the database took for what is not remembered. */
  readonly lookups = new Histogram(lookupBounds)
  private hits = 0
  private misses = 0

  constructor(
    private readonly store: LinkStore,
    private readonly needs: PolicyNeeds,
  ) {
    store.subscribe((topic) => {
      if (topic === null) this.forgetAll()
      else if (topic.startsWith(ofAccount)) this.deleteOf(Number(topic.slice(ofAccount.length)))
      else if (topic.startsWith(ofDefaultDomain)) this.cache.delete(topic.slice(ofDefaultDomain.length))
      else this.cache.delete(topic)
    })
  }

  /** The link of a code where it is remembered: it costs nothing but looking. */
  remembered(domainId: number, code: string): LinkTarget | undefined {
    const target = this.cache.get(keyOf(domainId, code))
    if (target) this.hits++
    return target
  }

  get figures(): CacheFigures {
    return { entries: this.cache.entries, hits: this.hits, misses: this.misses }
  }

  /** The link of a code; at once where it is remembered or on SQLite, so that a redirect waits for nothing. */
  resolve(domainId: number, code: string): MaybePromise<LinkTarget | undefined> {
    const key = keyOf(domainId, code)
    return this.cache.get(key) ?? this.cache.load(key, () => this.find(domainId, code))
  }

  /** Has every link judged anew when it is next visited. */
  forgetAll(): void {
    this.cache.clear()
  }

  /** Forgets the links of an account, which has been deleted. */
  private deleteOf(userId: number): void {
    this.cache.deleteWhere((target) => target.user_id === userId)
  }

  private find(domainId: number, code: string): MaybePromise<LinkTarget | undefined> {
    this.misses++
    const begun = performance.now()
    const stored = this.store.target(domainId, code)
    const found = (target: StoredLinkTarget | undefined) => {
      this.lookups.observe((performance.now() - begun) / 1000)
      return targetOf(this.needs, target)
    }
    return stored instanceof Promise ? stored.then(found) : found(stored)
  }
}

// No code has a colon, so no key of the default domain is one of another domain.
const ofDefaultDomain = codeTopic(0, '')
const ofAccount = 'account:'

/** On the default domain a code is its own key: putting another together would cost more than finding it. */
function keyOf(domainId: number, code: string): string {
  return domainId === 0 ? code : codeTopic(domainId, code)
}
