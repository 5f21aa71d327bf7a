// Limits guessing of passwords: per address, per site, and per lock in total.
import { BoundedCache } from '../concurrency/bounded-cache.ts'
import { KeyedMutex } from '../concurrency/keyed-mutex.ts'
import { sha256 } from './ids.ts'
import { checkPassword } from './passwords.ts'
import { anonymousKey, type RateLimiter, secondsLeft, type Verdict } from './rate-limit.ts'

// Wrong tries a minute; docs/decisions/0048 has the reasons.
const perMinute = {
  address: 10,
  // A /48 or a /24 has thousands of addresses; they may belong to one attacker, or to many customers of a provider.
  site: 30,
  // Checking a password takes 20 ms of CPU time, and no account should delay others with its own locks.
  addressOnAll: 60,
  // For all sites together, so that many sites guess no faster than a few.
  lock: 100,
  // The first tries of a site are refused only past this, so that attackers can't lock new visitors out.
  lockForNewcomers: 1000,
}
const newcomersTries = 3
const rememberedVisitors = 50_000

export interface PasswordTry {
  /** Identifies what the password protects. */
  lock: string
  /** The name under which the visitor's address is counted. */
  visitor: string
  /** The name under which the address's site is counted. */
  site: string
  /** Null if none was sent. */
  password: string | null
  /** Null if no password opens it. */
  hash: string | null
}

/** With `retryAfter` (seconds), the password wasn't checked, even if it is the right one. */
export type TryOutcome = { right: boolean; retryAfter: null } | { right: false; retryAfter: number }

export class PasswordTries {
  private readonly mutex = new KeyedMutex()
  /** Visitors who recently gave the right password, so that wrong tries of others don't count against them. */
  private readonly trusted = new BoundedCache<true>(rememberedVisitors)

  constructor(private readonly limiter: RateLimiter) {}

  /**
   * Checks a password. Tries of a site for one lock are checked one after another; each is booked before, and given back if
   * it was right. So concurrent tries get no more wrong guesses than sequential ones, and right passwords never count.
   * Refuses with `unavailable` if too many passwords are waiting.
   */
  judge(attempt: PasswordTry): Promise<TryOutcome> {
    const { lock, site, visitor, password, hash } = attempt
    // A new password ends the trust in visitors who gave the old one.
    const trustKey = `${visitor} ${lock} ${sha256(hash ?? '')}`
    return this.mutex.take(`${site} ${lock}`, async () => {
      const { refusal, giveBack } = await this.book(attempt, this.trusted.get(trustKey) === true)
      if (refusal) return { right: false, retryAfter: secondsLeft(refusal) }
      const right = password !== null && hash !== null && (await checkPassword(password, hash, { by: site }))
      if (right) {
        this.trusted.set(trustKey, true)
        await giveBack()
      }
      return { right, retryAfter: null }
    })
  }

  /** Books a try in all its windows, or in none if one of them refuses. */
  private async book({ lock, site, visitor }: PasswordTry, isTrusted: boolean) {
    const booked: [string, Verdict][] = []
    const giveBack = async () => {
      for (const [key, tries] of booked) await this.limiter.giveBack(key, tries)
    }
    const take = async (key: string, limit: number): Promise<Verdict> => {
      const tries = await this.limiter.take(key, limit)
      if (tries.admitted) booked.push([key, tries])
      else await giveBack()
      return tries
    }
    let tries = await take(anonymousKey(`password:${lock}:${visitor}`), perMinute.address)
    if (tries.admitted) tries = await take(anonymousKey(`passwords:${visitor}`), perMinute.addressOnAll)
    if (tries.admitted && !isTrusted) {
      tries = await take(anonymousKey(`password-site:${lock}:${site}`), perMinute.site)
      const isNewcomer = tries.limit - tries.remaining <= newcomersTries
      // Callers can't invent locks, so its window is never dropped.
      if (tries.admitted)
        tries = await take(`password-lock:${lock}`, isNewcomer ? perMinute.lockForNewcomers : perMinute.lock)
    }
    return { refusal: tries.admitted ? null : tries, giveBack }
  }
}
