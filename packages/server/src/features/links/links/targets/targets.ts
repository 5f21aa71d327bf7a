// What a short code leads to, from a bounded cache that drops a code whenever it changes.
import {
  BoundedCache,
  type CacheMetrics,
  type MaybePromise,
} from '../../../../platform/concurrency/bounded-cache.ts'
import { Histogram, lookupBounds } from '../../../../platform/observability/metrics/index.ts'
import { type CodeStore, codeTopic, type StoredLinkTarget } from '../code-store.ts'
import { type LinkTarget, type PolicyNeeds, targetOf, weightOf } from './policy.ts'

// Of codes visited by Zipf's law, half as many as this are nearly always cached. A miss costs as much as a redirect.
const mostCached = 200_000

export class LinkTargets {
  private readonly cache = new BoundedCache<LinkTarget>(mostCached, weightOf)
  /** How long the database took for codes that were not cached. */
  readonly lookups = new Histogram(lookupBounds)
  private hits = 0
  private misses = 0

  constructor(
    private readonly codes: CodeStore,
    private readonly needs: PolicyNeeds,
  ) {
    codes.subscribe((topic) => {
      if (topic === null) this.forgetAll()
      else if (topic.startsWith(accountTopicStart))
        this.forgetAccount(Number(topic.slice(accountTopicStart.length)))
      else if (topic.startsWith(defaultDomainTopicStart))
        this.cache.delete(topic.slice(defaultDomainTopicStart.length))
      else this.cache.delete(topic)
    })
  }

  /** The link of a code if it is cached: a plain lookup. */
  remembered(domainId: number, code: string): LinkTarget | undefined {
    const target = this.cache.get(keyOf(domainId, code))
    if (target) this.hits++
    return target
  }

  get metrics(): CacheMetrics {
    return { entries: this.cache.entries, hits: this.hits, misses: this.misses }
  }

  /** The link of a code; synchronous if it is cached or on SQLite, so that a redirect waits for nothing. */
  resolve(domainId: number, code: string): MaybePromise<LinkTarget | undefined> {
    const key = keyOf(domainId, code)
    return this.cache.get(key) ?? this.cache.load(key, () => this.find(domainId, code))
  }

  /** Recomputes every link's policy at its next visit. */
  forgetAll(): void {
    this.cache.clear()
  }

  /** Recomputes the policies of a domain's links at their next visits; of all links, if `domainId` is null. */
  forgetDomain(domainId: number | null): void {
    if (domainId === null) this.forgetAll()
    else this.cache.deleteWhere((target) => target.domainId === domainId)
  }

  /** Forgets the links of a deleted account. */
  private forgetAccount(userId: number): void {
    this.cache.deleteWhere((target) => target.user_id === userId)
  }

  private find(domainId: number, code: string): MaybePromise<LinkTarget | undefined> {
    this.misses++
    const start = performance.now()
    const stored = this.codes.target(domainId, code)
    const found = (target: StoredLinkTarget | undefined) => {
      this.lookups.observe((performance.now() - start) / 1000)
      return targetOf(this.needs, domainId, target)
    }
    return stored instanceof Promise ? stored.then(found) : found(stored)
  }
}

// No code has a colon, so no key of the default domain is one of another domain.
const defaultDomainTopicStart = codeTopic(0, '')
const accountTopicStart = 'account:'

/** On the default domain a code is its own key: building another string would cost more than the lookup. */
function keyOf(domainId: number, code: string): string {
  return domainId === 0 ? code : codeTopic(domainId, code)
}
