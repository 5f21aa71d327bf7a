// Reads the robots.txt of servers, and remembers those that it could read for a day.
import { BoundedCache } from '../../../../platform/concurrency/bounded-cache.ts'
import { OutgoingFailure } from '../../../../platform/net/outgoing/index.ts'
import type { Clock } from '../../../../platform/time/clock.ts'
import { HostBusy } from './polite-hosts.ts'
import { type Answer, type Check, type Get, redirectOf, unread } from './requests.ts'
import { allowsAll, allowsNothing, parseRobots, type RobotsRules } from './robots.ts'

// What RFC 9309 asks crawlers to read, and the redirects to follow, at least.
const mostBytes = 500 * 1024
const mostRedirects = 5
const rememberedMilliseconds = 24 * 60 * 60 * 1000
const mostCharacters = 8 * 1024 * 1024
/** The name by which robots.txt can address us. */
export const productToken = 'LinnetBot'

interface KnownRobots {
  rules: RobotsRules
  until: number
  weight: number
}

/** What robots.txt says, or that the server failed to return it. */
export type Robots = RobotsRules | 'failing'

export class RobotsCache {
  private readonly known = new BoundedCache<KnownRobots>(mostCharacters, ({ weight }) => weight)

  constructor(
    private readonly get: Get,
    private readonly clock: Clock,
  ) {}

  /** Throws if the server can't be reached, because then its other pages can't either. */
  async of({ origin }: URL, check: Check): Promise<Robots> {
    const known = this.known.get(origin)
    if (known && known.until > this.clock.now()) return known.rules
    const robots = await this.read(new URL('/robots.txt', origin), check)
    if (robots !== 'failing') {
      const weight = robots.rules.reduce((sum, { pattern }) => sum + pattern.length + 100, 200)
      this.known.set(origin, { rules: robots, until: this.clock.now() + rememberedMilliseconds, weight })
    }
    return robots
  }

  private async read(start: URL, check: Check): Promise<Robots> {
    let url = start
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      let answer: Answer
      try {
        answer = await this.get(url, check, mostBytes)
      } catch (error) {
        const isUnreached = error instanceof OutgoingFailure && !error.hasConnected
        if (isUnreached && url.origin === start.origin) throw error
        if (error instanceof HostBusy || check.signal.aborted) throw error
        return 'failing'
      }
      const next = redirectOf(answer, url)
      if (next === null) return rulesIn(answer)
      url = next
    }
    return allowsAll
  }
}

function rulesIn({ status, body }: Answer): Robots {
  if (status >= 500 || status === 429) return 'failing'
  if (status >= 300) return allowsAll
  // Nobody knows what the rest of it forbids.
  if (body === unread) return allowsNothing
  return parseRobots(new TextDecoder().decode(body), productToken.toLowerCase())
}
