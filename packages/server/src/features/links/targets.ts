// What a short code leads to, from a bounded cache that is corrected whenever the code changes.
import { BoundedCache } from '../../platform/bounded-cache.ts'
import { codeTopic, type LinkStore, type Target } from './store.ts'

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
    const target = await this.store.target(domainId, code)
    if (target) fill(codeTopic(domainId, code), target)
    return target
  }
}
