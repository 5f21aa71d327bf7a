// What works once: random tokens of which only the hash is kept, each good for one purpose alone. The face of the feature.
import type { Database } from '../../../db/database.ts'
import { randomText, sha256 } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { OneTimeLinkStore } from './store.ts'

const hour = 60 * 60
const mostAnHour = 5

type Purpose<Payloads> = keyof Payloads & string

export interface OneTimeLink<Payloads, P extends Purpose<Payloads>> {
  tokenHash: string
  purpose: P
  userId: number | null
  /** Whom it is for, such as an e-mail. */
  subject: string
  payload: Payloads[P]
}

interface Wanted<Payloads, P extends Purpose<Payloads>> {
  /** By default a random one. What was issued with the same token before is forgotten. */
  token?: string
  purpose: P
  userId?: number | null
  subject: string
  payload: Payloads[P]
  /** Milliseconds. */
  now: number
}

/**
 * The tokens of one feature. `Payloads` is what is kept with a token until it is used, by its purpose; purposes are the
 * whole server's, so no two features have the same. Lifetimes are in seconds.
 */
export function createOneTimeLinks<Payloads>(
  db: Database,
  lifetimes: Readonly<Record<Purpose<Payloads>, number>>,
): OneTimeLinks<Payloads> {
  return new OneTimeLinks(new OneTimeLinkStore(db), lifetimes)
}

export class OneTimeLinks<Payloads> {
  constructor(
    private readonly store: OneTimeLinkStore,
    private readonly lifetimes: Readonly<Record<Purpose<Payloads>, number>>,
  ) {}

  /** A token, with the Unix second at which it ends. */
  async issue<P extends Purpose<Payloads>>(
    tx: Tx,
    { token = randomText(43), purpose, userId = null, subject, payload, now }: Wanted<Payloads, P>,
  ): Promise<{ token: string; expiresAt: number }> {
    const created_at = unixSeconds(now)
    const expiresAt = created_at + this.lifetimes[purpose]
    await this.store.put(tx, {
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
  async issueToMailbox<P extends Purpose<Payloads>>(
    tx: Tx,
    wanted: Wanted<Payloads, P>,
  ): Promise<string | null> {
    const { subject, purpose, now } = wanted
    await this.store.lock(tx, `${purpose}:${subject}`)
    const recent = await this.store.countSince(tx, subject, purpose, unixSeconds(now) - hour)
    return recent >= mostAnHour ? null : (await this.issue(tx, wanted)).token
  }

  /** What the token is good for; null where it is not, or no longer, one of this purpose. Changes nothing. */
  async look<P extends Purpose<Payloads>>(
    token: string,
    purpose: P,
    now: number,
  ): Promise<OneTimeLink<Payloads, P> | null> {
    const row = await this.store.valid(sha256(token), purpose, unixSeconds(now))
    if (!row) return null
    const { token_hash: tokenHash, user_id: userId, subject } = row
    return { tokenHash, purpose, userId, subject, payload: JSON.parse(row.payload) as Payloads[P] }
  }

  /** Uses the token up: true for exactly one of those who try. */
  use<P extends Purpose<Payloads>>(
    tx: Tx,
    { tokenHash, purpose }: OneTimeLink<Payloads, P>,
    now: number,
  ): Promise<boolean> {
    return this.store.use(tx, tokenHash, purpose, unixSeconds(now))
  }

  /** The same, and all else that the account has is used up with it. */
  async useWithAllOf<P extends Purpose<Payloads>>(
    tx: Tx,
    link: OneTimeLink<Payloads, P>,
    userId: number,
    now: number,
  ): Promise<boolean> {
    // Two of them at once would wait for each other's rows.
    await this.store.lock(tx, `account:${userId}`)
    if (!(await this.use(tx, link, now))) return false
    await this.store.useAllOf(tx, userId, unixSeconds(now))
    return true
  }

  /** Lets one transaction at a time go on with tokens of this purpose, whichever they are. */
  lock(tx: Tx, purpose: Purpose<Payloads>): Promise<void> {
    return this.store.lock(tx, purpose)
  }

  /** Ends all tokens of this purpose. */
  endAll(tx: Tx, purpose: Purpose<Payloads>): Promise<void> {
    return this.store.deleteAllFor(tx, purpose)
  }

  /** Changes what is kept with it; false where somebody else has, or it was used. */
  async rewrite<P extends Purpose<Payloads>>(
    tx: Tx,
    link: OneTimeLink<Payloads, P>,
    payload: Payloads[P],
  ): Promise<boolean> {
    const [current, next] = [JSON.stringify(link.payload), JSON.stringify(payload)]
    return await this.store.swapPayload(tx, link.tokenHash, current, next)
  }

  /** The newest that still work, each under the hash of its token. */
  pending(purpose: Purpose<Payloads>, now: number, most: number) {
    return this.store.pending(purpose, unixSeconds(now), most)
  }

  /** Takes one back by the hash of its token: its subject, or null where there is none that was not used. */
  withdraw(tx: Tx, purpose: Purpose<Payloads>, tokenHash: string): Promise<string | null> {
    return this.store.delete(tx, tokenHash, purpose)
  }

  /** Deletes what is too old to be used, of every feature. */
  prune(now: number): Promise<void> {
    return this.store.deleteExpired(unixSeconds(now))
  }
}
