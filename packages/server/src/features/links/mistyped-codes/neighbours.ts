// The code that a visitor with an unknown one probably meant: found within a budget, and in a time that reveals no secrets.
import { BoundedCache } from '../../../platform/concurrency/bounded-cache.ts'
import { EventLoopLimiter } from '../../../platform/concurrency/event-loop-limiter.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { editsOf, lettersOf, mayBeOffered } from './edits.ts'
import type { NeighbourStore, OfferedCode } from './neighbour-store.ts'

export interface Neighbour {
  /** The code to offer. */
  code: string
  userId: number
  /** Null: a microsite. */
  linkId: number | null
}

export interface NeighboursNeeds {
  store: NeighbourStore
  clock: Pick<Clock, 'now' | 'elapsed'>
  ignoresCase(domainId: number): boolean
}

// A search takes about a millisecond, on SQLite in the thread that also redirects.
const searchesPerSecond = 50
// A typo that many people make from the same poster is only looked up once in this time.
const rememberedMilliseconds = 10_000
const mostRemembered = 5_000
// On a large domain, every letter follows the shortest prefixes.
const firstPrefix = 2

export class Neighbours {
  private readonly known = new BoundedCache<{ found: Neighbour | null; at: number }>(mostRemembered)
  /** Visitors are redirected between two searches. */
  private readonly turns = new EventLoopLimiter(1)
  private budget = searchesPerSecond
  private refilledAt = 0

  constructor(private readonly needs: NeighboursNeeds) {}

  /** The neighbour of an unknown code; null if there is none, or more than one; undefined if too many codes are looked up. */
  async find(domainId: number, code: string): Promise<Neighbour | null | undefined> {
    const key = `${domainId}:${code}`
    const known = this.known.get(key)
    if (known && this.needs.clock.elapsed() - known.at < rememberedMilliseconds) return known.found
    if (!this.take()) return undefined
    await this.turns.enter()
    const found = await this.search(domainId, code)
    this.known.set(key, { found, at: this.needs.clock.elapsed() })
    return found
  }

  /** The same, without a budget and from the database. */
  async search(domainId: number, code: string): Promise<Neighbour | null> {
    const { store, clock } = this.needs
    const letters = lettersOf(this.needs.ignoresCase(domainId))
    const from = Math.min(firstPrefix, code.length)
    const beginnings = await store.beginnings(domainId, code, from)
    if (beginnings === null) return null
    const { after, variants } = beginnings
    after.fill(letters, 0, from)
    const edits = editsOf(code, after)
    for (const variant of variants) if (variant !== code && mayBeOffered(variant)) edits.push(variant)
    return edits.length === 0 ? null : onlyOne(await store.offered(domainId, edits, clock.now()))
  }

  private take(): boolean {
    const now = this.needs.clock.elapsed()
    this.budget = Math.min(
      searchesPerSecond,
      this.budget + ((now - this.refilledAt) * searchesPerSecond) / 1000,
    )
    this.refilledAt = now
    if (this.budget < 1) return false
    this.budget--
    return true
  }
}

/** What all of these codes lead to, by its own code if that is among them; null if they lead to several. */
function onlyOne(codes: readonly OfferedCode[]): Neighbour | null {
  const [first] = codes
  if (!first) return null
  const { link_id, microsite_id, own_code } = first
  if (codes.some((other) => other.link_id !== link_id || other.microsite_id !== microsite_id)) return null
  const code = codes.find((other) => other.code === own_code)?.code ?? first.code
  return { code, userId: first.user_id, linkId: link_id }
}
