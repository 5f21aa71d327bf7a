// Accounts take turns at requests to the API: a crowd of one account's requests, with however many keys, delays no other
// account.

import { neighbourhood } from '../net/client-address.ts'
import { stopping } from './account-scheduler.ts'
import { BoundedCache } from './bounded-cache.ts'
import { EventLoopLimiter } from './event-loop-limiter.ts'

// A request takes about 0.1 ms of the thread that also answers visitors, who must not wait for a crowd of requests.
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
   * Resolves when a request may start; undefined if it may at once. Its account isn't known yet, so requests with a token
   * that was valid before count for its account, and all others for the site that they come from.
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

  /** Refuses what waits, and from now on what would have to wait, because the process stops. */
  end(): void {
    this.isEnded = true
    for (const { waiting } of this.running.values())
      for (const { refuse } of waiting.splice(0)) refuse(stopping())
  }
}

/** A short hash, which nobody can sign in with. */
function nameOf(token: string): string {
  return Bun.hash(token).toString(36)
}
