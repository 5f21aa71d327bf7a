// Limits how often strangers may guess passwords: so many wrong ones a minute for each thing that is locked, and in all.
import { checkPassword } from './passwords.ts'
import { type RateLimiter, secondsLeft, type Verdict } from './rate-limit.ts'
import { Turns } from './turns.ts'

const wrongTriesPerMinute = 10
// Checking a password takes 20 ms of a core: nobody shall keep others waiting with locks of their own.
const wrongTriesOnAllPerMinute = 60

export interface PasswordTry {
  /** Names what is locked. */
  lock: string
  /** What the visitor's address counts under. */
  visitor: string
  /** Null where none was sent. */
  password: string | null
  /** Null where no password opens it. */
  hash: string | null
}

/** `retryAfter` is in seconds: the password was not looked at, even if it is the right one. */
export type Outcome = { right: boolean; retryAfter: null } | { right: false; retryAfter: number }

export class PasswordTries {
  private readonly turns = new Turns()

  constructor(private readonly limiter: RateLimiter) {}

  /**
   * Judges a password. A visitor's come one after the other, each booked before it is looked at and given back when it
   * was right: so many at once have no more than ten wrong tries, and right ones never count. Refuses with
   * `unavailable` where too many passwords wait.
   */
  judge({ lock, visitor, password, hash }: PasswordTry): Promise<Outcome> {
    const limits: [string, number][] = [
      [`password:${lock}:${visitor}`, wrongTriesPerMinute],
      [`passwords:${visitor}`, wrongTriesOnAllPerMinute],
    ]
    return this.turns.take(visitor, async () => {
      const booked: [string, Verdict][] = []
      const giveBack = async () => {
        for (const [key, tries] of booked) await this.limiter.giveBack(key, tries)
      }
      for (const [key, limit] of limits) {
        const tries = await this.limiter.take(key, limit)
        if (!tries.admitted) {
          await giveBack()
          return { right: false, retryAfter: secondsLeft(tries) }
        }
        booked.push([key, tries])
      }
      const right = password !== null && hash !== null && (await checkPassword(password, hash))
      if (right) await giveBack()
      return { right, retryAfter: null }
    })
  }
}
