// Limits how often strangers can guess passwords: per address, per site, and per lock in total.
import { BoundedCache } from '../concurrency/bounded-cache.ts'
import { KeyedMutex } from '../concurrency/keyed-mutex.ts'
import { sha256 } from './ids.ts'
import { checkPassword } from './passwords.ts'
import { type RateLimiter, secondsLeft, strangersKey, type Verdict } from './rate-limit.ts'

// Wrong tries a minute; docs/decisions/0048 has the reasons.
const perMinute = {
  address: 10,
  // Whoever holds a /48 or a /24 has thousands of addresses, and may also be a provider with as many customers.
  site: 30,
  // Checking a password takes 20 ms of CPU time, and nobody should delay others with locks of their own.
  addressOnAll: 60,
  // For everyone together, so that many sites guess no faster than a few.
  lock: 100,
  // The first tries of a site are refused only past this, so that attackers can't lock new visitors out.
  lockForNewcomers: 1000,
}
const newcomersTries = 3
const rememberedVisitors = 50_000

export interface PasswordTry {
  /** Names what is locked. */
  lock: string
  /** What the visitor's address counts under. */
  visitor: string
  /** What the site that the address belongs to counts under. */
  site: string
  /** Null where none was sent. */
  password: string | null
  /** Null where no password opens it. */
  hash: string | null
}

/** `retryAfter` is in seconds: the password was not looked at, even if it is the right one. */
export type Outcome = { right: boolean; retryAfter: null } | { right: false; retryAfter: number }

export class PasswordTries {
  private readonly turns = new KeyedMutex()
  /** Those who gave the right password lately: what others of their site, or of the world, get wrong is not theirs. */
  private readonly trusted = new BoundedCache<true>(rememberedVisitors)

  constructor(private readonly limiter: RateLimiter) {}

  /**
   * Judges a password. Those of a site for one lock come one after the other, each booked before it is looked at and given
   * back when it was right: so many at once have no more wrong tries than one after the other, and right ones never count.
   * Refuses with `unavailable` where too many passwords wait.
   */
  judge(asked: PasswordTry): Promise<Outcome> {
    const { lock, site, visitor, password, hash } = asked
    // A new password invalidates what is known about those who gave the old one.
    const acquaintance = `${visitor} ${lock} ${sha256(hash ?? '')}`
    return this.turns.take(`${site} ${lock}`, async () => {
      const { refusal, giveBack } = await this.book(asked, this.trusted.get(acquaintance) === true)
      if (refusal) return { right: false, retryAfter: secondsLeft(refusal) }
      const right = password !== null && hash !== null && (await checkPassword(password, hash, { by: site }))
      if (right) {
        this.trusted.set(acquaintance, true)
        await giveBack()
      }
      return { right, retryAfter: null }
    })
  }

  /** Books a try under all its limits, or under none if one of them refuses. */
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
    let tries = await take(strangersKey(`password:${lock}:${visitor}`), perMinute.address)
    if (tries.admitted) tries = await take(strangersKey(`passwords:${visitor}`), perMinute.addressOnAll)
    if (tries.admitted && !isTrusted) {
      tries = await take(strangersKey(`password-site:${lock}:${site}`), perMinute.site)
      const isNewcomer = tries.limit - tries.remaining <= newcomersTries
      // A lock is none that strangers make up, so its window is never let go.
      if (tries.admitted)
        tries = await take(`password-lock:${lock}`, isNewcomer ? perMinute.lockForNewcomers : perMinute.lock)
    }
    return { refusal: tries.admitted ? null : tries, giveBack }
  }
}
