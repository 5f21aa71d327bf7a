// What a short code leads to, from a bounded cache that is corrected whenever the code changes.
import { BoundedCache, type Soon } from '../../platform/bounded-cache.ts'
import { codeTopic, type LinkStore } from './store.ts'
import { type Target, type TermNeeds, targetOf } from './terms.ts'

// Of codes visited by Zipf's law, half as many as this are nearly always remembered: a miss costs as much as a redirect.
const remembered = 200_000

export class Targets {
  private readonly cache = new BoundedCache<Target>(remembered)

  constructor(
    private readonly store: LinkStore,
    private readonly needs: TermNeeds,
  ) {
    store.subscribe((topic) => {
      if (topic === null) this.forgetAll()
      else if (topic.startsWith(ofAccount)) this.deleteOf(Number(topic.slice(ofAccount.length)))
      else if (topic.startsWith(ofDefaultDomain)) this.cache.delete(topic.slice(ofDefaultDomain.length))
      else this.cache.delete(topic)
    })
  }

  /** The link of a code where it is remembered: it costs nothing but looking. */
  remembered(domainId: number, code: string): Target | undefined {
    return this.cache.get(keyOf(domainId, code))
  }

  /** The link of a code; at once where it is remembered or on SQLite, so that a redirect waits for nothing. */
  resolve(domainId: number, code: string): Soon<Target | undefined> {
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

  private find(domainId: number, code: string): Soon<Target | undefined> {
    const stored = this.store.target(domainId, code)
    return stored instanceof Promise
      ? stored.then((found) => targetOf(this.needs, found))
      : targetOf(this.needs, stored)
  }
}

// No code has a colon, so no key of the default domain is one of another domain.
const ofDefaultDomain = codeTopic(0, '')
const ofAccount = 'account:'

/** On the default domain a code is its own key: putting another together would cost more than finding it. */
function keyOf(domainId: number, code: string): string {
  return domainId === 0 ? code : codeTopic(domainId, code)
}
