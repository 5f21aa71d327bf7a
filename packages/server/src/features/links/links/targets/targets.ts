// What a short code leads to, from a bounded cache that drops a code whenever it changes.
import { BoundedCache, type MaybePromise } from '../../../../platform/concurrency/bounded-cache.ts'
import {
  cacheMetrics,
  Histogram,
  lookupBounds,
  type MetricFamily,
} from '../../../../platform/observability/metrics/index.ts'
import { type CodeStore, codeTopic, type LinkCode, type StoredLinkTarget } from '../code-store.ts'
import { type LinkTarget, type PolicyNeeds, targetOf, weightOf } from './policy.ts'

// Of codes visited by Zipf's law, half as many as this are nearly always cached. A miss costs as much as a redirect.
const mostCached = 200_000
const mostCachedAliases = 20_000

export class LinkTargets {
  private readonly cache = new BoundedCache<LinkTarget>(mostCached, weightOf)
  /** The links' own codes by their aliases, so that whatever changes a link need not know its aliases. */
  private readonly aliases = new BoundedCache<LinkCode>(mostCachedAliases)
  /** How long the database took for codes that were not cached. */
  private readonly lookups = new Histogram(lookupBounds)
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
        this.forget(topic.slice(defaultDomainTopicStart.length))
      else this.forget(topic)
    })
  }

  /** The link of a code if it is cached: a plain lookup, or two for an alias. */
  remembered(domainId: number, code: string): LinkTarget | undefined {
    const key = keyOf(domainId, code)
    const target = this.cache.get(key) ?? this.rememberedAlias(key)
    if (target) this.hits++
    return target
  }

  private rememberedAlias(key: string): LinkTarget | undefined {
    const own = this.aliases.get(key)
    return own && linkOf(own, this.cache.get(keyOf(own.domain_id, own.code)))
  }

  families(): MetricFamily[] {
    return [
      ...cacheMetrics('links', { entries: this.cache.entries, hits: this.hits, misses: this.misses }),
      this.lookups.family(
        'linnet_link_lookup_duration_seconds',
        'How long the database took for codes that were not in the cache.',
      ),
    ]
  }

  /** The link of a code or alias; synchronous if it is cached or on SQLite, so that a redirect waits for nothing. */
  resolve(domainId: number, code: string): MaybePromise<LinkTarget | undefined> {
    const found = this.own(domainId, code)
    if (!(found instanceof Promise)) return found ?? this.throughAlias(domainId, code)
    return found.then((target) => target ?? this.throughAlias(domainId, code))
  }

  /** The own code of the link to which an alias leads; undefined if the code is no alias. */
  codeOfAlias(domainId: number, code: string): MaybePromise<string | undefined> {
    const own = this.ofAlias(domainId, code)
    return own instanceof Promise ? own.then((found) => found?.code) : own?.code
  }

  private ofAlias(domainId: number, code: string): MaybePromise<LinkCode | undefined> {
    const key = keyOf(domainId, code)
    return this.aliases.get(key) ?? this.aliases.load(key, () => this.codes.ofAlias(domainId, code))
  }

  private own(domainId: number, code: string): MaybePromise<LinkTarget | undefined> {
    const key = keyOf(domainId, code)
    return this.cache.get(key) ?? this.cache.load(key, () => this.find(domainId, code))
  }

  private throughAlias(domainId: number, code: string): MaybePromise<LinkTarget | undefined> {
    const own = this.ofAlias(domainId, code)
    return own instanceof Promise ? own.then((found) => this.ofCode(found)) : this.ofCode(own)
  }

  private ofCode(own: LinkCode | undefined): MaybePromise<LinkTarget | undefined> {
    if (!own) return undefined
    const target = this.own(own.domain_id, own.code)
    return target instanceof Promise ? target.then((found) => linkOf(own, found)) : linkOf(own, target)
  }

  /** Recomputes every link's policy at its next visit. */
  forgetAll(): void {
    this.cache.clear()
    this.aliases.clear()
  }

  /** Recomputes the policies of a domain's links at their next visits; of all links, if `domainId` is null. */
  forgetDomain(domainId: number | null): void {
    if (domainId === null) this.forgetAll()
    else this.cache.deleteWhere((target) => target.domainId === domainId)
  }

  private forget(key: string): void {
    this.cache.delete(key)
    this.aliases.delete(key)
  }

  /** Forgets the links of a deleted account. */
  private forgetAccount(userId: number): void {
    this.aliases.clear()
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

/** The target, unless another link has the code by now. */
function linkOf({ link_id }: LinkCode, target: LinkTarget | undefined): LinkTarget | undefined {
  return target?.id === link_id ? target : undefined
}

// No code has a colon, so no key of the default domain is one of another domain.
const defaultDomainTopicStart = codeTopic(0, '')
const accountTopicStart = 'account:'

/** On the default domain a code is its own key: building another string would cost more than the lookup. */
function keyOf(domainId: number, code: string): string {
  return domainId === 0 ? code : codeTopic(domainId, code)
}
