// Addresses that work once: random tokens of which only the hash is kept, each good for one purpose alone.
import { unixSeconds } from '../../platform/clock.ts'
import { randomText, sha256 } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { OneTimeLinkStore } from './store.ts'

/** What is kept with a token until it is used, by its purpose. */
interface Payloads {
  setup: Record<never, never>
  'sign-up': { name: string; passwordHash: string; returnTo: string }
  invitation: Record<never, never>
  /** `password` tells passwords apart: when it is another one by now, the token is good for nothing. */
  reset: { password: string }
  'second-factor': { password: string; how: string; returnTo: string; tries: number }
}
export type Purpose = keyof Payloads

/** In seconds. */
const lifetimes: Record<Purpose, number> = {
  setup: 7 * 24 * 60 * 60,
  'sign-up': 24 * 60 * 60,
  invitation: 7 * 24 * 60 * 60,
  reset: 60 * 60,
  'second-factor': 10 * 60,
}
export const invitationDays = lifetimes.invitation / (24 * 60 * 60)

const hour = 60 * 60
const mostAnHour = 5

export interface OneTimeLink<P extends Purpose> {
  tokenHash: string
  purpose: P
  userId: number | null
  /** The e-mail that it is for, where it is for one. */
  subject: string
  payload: Payloads[P]
}

interface Wanted<P extends Purpose> {
  purpose: P
  userId?: number | null
  subject: string
  payload: Payloads[P]
  /** Milliseconds. */
  now: number
}

export class OneTimeLinks {
  constructor(private readonly store: OneTimeLinkStore) {}

  /** A new token, with the Unix second at which it ends. */
  async issue<P extends Purpose>(
    tx: Tx,
    { purpose, userId = null, subject, payload, now }: Wanted<P>,
  ): Promise<{ token: string; expiresAt: number }> {
    const token = randomText(43)
    const created_at = unixSeconds(now)
    const expiresAt = created_at + lifetimes[purpose]
    await this.store.insert(tx, {
      token_hash: sha256(token),
      purpose,
      user_id: userId,
      subject,
      payload: JSON.stringify(payload),
      created_at,
      expires_at: expiresAt,
      used_at: null,
    })
    return { token, expiresAt }
  }

  /** A new token to be sent to its subject, or null where that has got enough of them within the hour. */
  async issueToMailbox<P extends Purpose>(tx: Tx, wanted: Wanted<P>): Promise<string | null> {
    const { subject, purpose, now } = wanted
    await this.store.hold(tx, `${purpose}:${subject}`)
    const recent = await this.store.countSince(tx, subject, purpose, unixSeconds(now) - hour)
    return recent >= mostAnHour ? null : (await this.issue(tx, wanted)).token
  }

  /** What the token is good for; null where it is not, or no longer, one of this purpose. Changes nothing. */
  async look<P extends Purpose>(token: string, purpose: P, now: number): Promise<OneTimeLink<P> | null> {
    const row = await this.store.valid(sha256(token), purpose, unixSeconds(now))
    if (!row) return null
    const { token_hash: tokenHash, user_id: userId, subject } = row
    return { tokenHash, purpose, userId, subject, payload: JSON.parse(row.payload) as Payloads[P] }
  }

  /** Uses the token up: true for exactly one of those who try. */
  use(tx: Tx, { tokenHash, purpose }: OneTimeLink<Purpose>, now: number): Promise<boolean> {
    return this.store.use(tx, tokenHash, purpose, unixSeconds(now))
  }

  /** The same, and all else that the account has is used up with it. */
  async useWithAllOf(tx: Tx, link: OneTimeLink<Purpose>, userId: number, now: number): Promise<boolean> {
    // Two of them at once would wait for each other's rows.
    await this.store.hold(tx, `account:${userId}`)
    if (!(await this.use(tx, link, now))) return false
    await this.store.useAllOf(tx, userId, unixSeconds(now))
    return true
  }

  /** The same, if the instance has no account; of many at once, with whichever tokens, one can go on. */
  async useOnNewInstance(tx: Tx, link: OneTimeLink<'setup'>, now: number): Promise<boolean> {
    await this.store.hold(tx, link.purpose)
    if ((await this.store.hasAccounts(tx)) || !(await this.use(tx, link, now))) return false
    // Those of earlier starts end with it: one day the instance may be without account again.
    await this.store.deleteAllFor(tx, link.purpose)
    return true
  }

  /** Changes what is kept with it; false where somebody else has, or it was used. */
  async rewrite<P extends Purpose>(tx: Tx, link: OneTimeLink<P>, payload: Payloads[P]): Promise<boolean> {
    const [current, next] = [JSON.stringify(link.payload), JSON.stringify(payload)]
    return await this.store.swapPayload(tx, link.tokenHash, current, next)
  }
}

/** Tells one password of an account from the next, without telling it. */
export function passwordMark({ password_hash }: { password_hash: string }): string {
  return sha256(password_hash).slice(0, 16)
}
