// Accounts take turns at API requests: a burst of one account's requests, with however many keys, delays no other account.

import { neighbourhood } from '../net/client-address.ts'
import { stopping } from './account-scheduler.ts'
import { BoundedCache } from './bounded-cache.ts'
import { EventLoopLimiter } from './event-loop-limiter.ts'

// A request takes about 0.1 ms of the thread that also answers visitors, who must not wait for a burst of requests.
const startedPerTurn = 4
const rememberedTokens = 20_000

interface QueuedRequest {
  begin(): void
  refuse(error: Error): void
}

export class RequestScheduler {
  private readonly limiter = new EventLoopLimiter(startedPerTurn)
  /** The accounts of tokens that were valid when last checked. */
  private readonly accounts = new BoundedCache<string>(rememberedTokens)
  private readonly running = new Map<string, { running: number; waiting: QueuedRequest[] }>()
  private isEnded = false

  /** `mostAtOnce`: how many requests of one account run at a time. */
  constructor(private readonly mostAtOnce = Number.POSITIVE_INFINITY) {}

  /**
   * Resolves when a request may start; undefined if it may start at once. Its account isn't known yet, so requests with a
   * recently valid token count for that token's account, and all others for the site they come from.
   */
  start(token: string | null, address: string): Promise<void> | undefined {
    const account = token === null ? undefined : this.accounts.get(nameOf(token))
    return this.limiter.enter(account ?? `site:${neighbourhood(address)}`)
  }

  /** Remembers the account of a token. */
  learn(token: string, userId: number): void {
    const name = nameOf(token)
    const account = `account:${userId}`
    if (this.accounts.get(name) !== account) this.accounts.set(name, account)
  }

  /**
   * Runs the work of a request once its account is below the limit of concurrent requests. Of large requests, such as a
   * hundred links in one body, only one runs at a time, because each blocks the thread for milliseconds.
   */
  async run<T>(userId: number, work: () => Promise<T>, isLarge = false): Promise<T> {
    const most = isLarge ? 1 : this.mostAtOnce
    if (most === Number.POSITIVE_INFINITY) return await work()
    const name = isLarge ? `${userId} large` : `${userId}`
    const own = this.running.get(name) ?? { running: 0, waiting: [] }
    this.running.set(name, own)
    if (own.running < most) own.running++
    else if (this.isEnded) throw stopping()
    else await new Promise<void>((begin, refuse) => own.waiting.push({ begin, refuse }))
    try {
      return await work()
    } finally {
      const next = own.waiting.shift()
      if (next) next.begin()
      else if (--own.running === 0) this.running.delete(name)
    }
  }

  /** Refuses waiting requests, and from now on those that would have to wait, because the process is stopping. */
  end(): void {
    this.isEnded = true
    for (const { waiting } of this.running.values())
      for (const { refuse } of waiting.splice(0)) refuse(stopping())
  }
}

/** A short hash, which can't be used to sign in. */
function nameOf(token: string): string {
  return Bun.hash(token).toString(36)
}
