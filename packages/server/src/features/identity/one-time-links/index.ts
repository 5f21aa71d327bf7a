// One-time links: random tokens that work once, for one purpose, and are stored as hashes. The feature's public API.
import type { Database } from '../../../db/database.ts'
import { randomText, sha256 } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { OneTimeLinkStore } from './store.ts'

const hour = 60 * 60
const mostPerHour = 5

type Purpose<Payloads> = keyof Payloads & string

export interface OneTimeLink<Payloads, P extends Purpose<Payloads>> {
  tokenHash: string
  purpose: P
  userId: number | null
  /** Whom it is for, such as an e-mail address. */
  subject: string
  payload: Payloads[P]
}

interface NewOneTimeLink<Payloads, P extends Purpose<Payloads>> {
  /** Random by default. Replaces a link that was issued with the same token before. */
  token?: string
  purpose: P
  userId?: number | null
  subject: string
  payload: Payloads[P]
  /** Milliseconds. */
  now: number
}

/**
 * The one-time links of a feature. `Payloads` is the data stored with a token until it is used, by purpose. Purposes are
 * unique in the whole server, so no two features may use the same. Lifetimes are in seconds.
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

  /** Returns a token, with the Unix second at which it expires. */
  async issue<P extends Purpose<Payloads>>(
    tx: Tx,
    { token = randomText(43), purpose, userId = null, subject, payload, now }: NewOneTimeLink<Payloads, P>,
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

  /** Stores a token that comes from elsewhere, as used; false if it was stored before and hasn't expired. */
  async claim<P extends Purpose<Payloads>>(
    tx: Tx,
    { token, purpose, subject, now }: { token: string; purpose: P; subject: string; now: number },
  ): Promise<boolean> {
    const created_at = unixSeconds(now)
    return await this.store.insertNew(tx, {
      token_hash: sha256(token),
      purpose,
      user_id: null,
      subject,
      payload: '{}',
      created_at,
      expires_at: created_at + this.lifetimes[purpose],
      used_at: created_at,
    })
  }

  /** Returns a new token to be e-mailed to its subject, or null if the subject has had too many within the hour. */
  async issueToMailbox<P extends Purpose<Payloads>>(
    tx: Tx,
    wanted: NewOneTimeLink<Payloads, P>,
  ): Promise<string | null> {
    const { subject, purpose, now } = wanted
    await this.store.lock(tx, `${purpose}:${subject}`)
    const recent = await this.store.countSince(tx, subject, purpose, unixSeconds(now) - hour)
    return recent >= mostPerHour ? null : (await this.issue(tx, wanted)).token
  }

  /** Finds the valid link with this token and purpose, or returns null. Changes nothing. */
  async find<P extends Purpose<Payloads>>(
    token: string,
    purpose: P,
    now: number,
  ): Promise<OneTimeLink<Payloads, P> | null> {
    const row = await this.store.valid(sha256(token), purpose, unixSeconds(now))
    if (!row) return null
    const { token_hash: tokenHash, user_id: userId, subject } = row
    return { tokenHash, purpose, userId, subject, payload: JSON.parse(row.payload) as Payloads[P] }
  }

  /** Uses the token up: true for exactly one of several attempts. */
  use<P extends Purpose<Payloads>>(
    tx: Tx,
    { tokenHash, purpose }: OneTimeLink<Payloads, P>,
    now: number,
  ): Promise<boolean> {
    return this.store.use(tx, tokenHash, purpose, unixSeconds(now))
  }

  /** The same, and uses up all other links of the account. */
  async useWithAllOf<P extends Purpose<Payloads>>(
    tx: Tx,
    link: OneTimeLink<Payloads, P>,
    userId: number,
    now: number,
  ): Promise<boolean> {
    // Without the lock, two of these at once would wait for each other's rows.
    await this.store.lock(tx, `account:${userId}`)
    if (!(await this.use(tx, link, now))) return false
    await this.store.useAllOf(tx, userId, unixSeconds(now))
    return true
  }

  /** Locks all tokens of this purpose until the transaction ends. */
  lock(tx: Tx, purpose: Purpose<Payloads>): Promise<void> {
    return this.store.lock(tx, purpose)
  }

  /** Ends all tokens of this purpose. */
  endAll(tx: Tx, purpose: Purpose<Payloads>): Promise<void> {
    return this.store.deleteAllFor(tx, purpose)
  }

  /** Replaces the payload; false if it was replaced meanwhile, or the link was used. */
  async replacePayload<P extends Purpose<Payloads>>(
    tx: Tx,
    link: OneTimeLink<Payloads, P>,
    payload: Payloads[P],
  ): Promise<boolean> {
    const [current, next] = [JSON.stringify(link.payload), JSON.stringify(payload)]
    return await this.store.swapPayload(tx, link.tokenHash, current, next)
  }

  /** The newest valid links, each with the hash of its token. */
  pending(purpose: Purpose<Payloads>, now: number, most: number) {
    return this.store.pending(purpose, unixSeconds(now), most)
  }

  /** Withdraws an unused link by the hash of its token. Returns its subject, or null if there is no such link. */
  withdraw(tx: Tx, purpose: Purpose<Payloads>, tokenHash: string): Promise<string | null> {
    return this.store.delete(tx, tokenHash, purpose)
  }

  /** Deletes expired links of all features. */
  prune(now: number): Promise<void> {
    return this.store.deleteExpired(unixSeconds(now))
  }
}
