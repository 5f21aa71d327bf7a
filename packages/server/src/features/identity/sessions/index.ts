// Sessions: who is signed in where, under a cookie of which only the hash is kept. The face of the feature.
import { type Api, allScopes } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Caller, Client, Handlers } from '../../../platform/operations/handler.ts'
import { newId, randomText, sha256 } from '../../../platform/security/ids.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'
import { endSession, sessionOperations } from './operations.ts'
import { SessionStore } from './store.ts'

export interface Sessions {
  operations: Handlers<Api['sessions']>
  /**
   * Starts a session under a new identifier; its token goes into the browser's cookie and nowhere else. `how` is what
   * the audit log tells of the way in, such as `password`.
   */
  start(tx: Tx, wanted: { userId: number; how: string; client: Client; now: number }): Promise<string>
  /**
   * Goes on with a session whose owner has proved anew who they are, under a new identifier: the old cookie, which others
   * may have, is worth nothing. Null where the session has ended.
   */
  renew(tx: Tx, tokenHash: string, now: number): Promise<string | null>
  /** Whose session cookie this is, with every scope; or null. Its `credential` is the hash of the token. */
  caller(token: string): Promise<Caller | null>
  /** Ends the session that somebody comes with: signing out. */
  end(caller: Caller, deed: { client: Client; now: number }): Promise<void>
  /** Ends the account's sessions, all but the one with the hash `kept`; how many there were. */
  endAll(tx: Tx, userId: number, kept: string | null): Promise<number>
  /** Remembers that somebody signed in to the account with this device; the token is its cookie's. */
  rememberDevice(tx: Tx, userId: number, deviceToken: string, now: number): Promise<void>
  knowsDevice(userId: number, deviceToken: string): Promise<boolean>
  /** For when a password was stolen: from then on every device is a stranger's. */
  forgetDevices(tx: Tx, userId: number): Promise<void>
  /** Deletes what has expired. */
  prune(): Promise<void>
}

export interface SessionsNeeds {
  db: Database
  clock: Clock
  audit: Audit
  requestsPerMinute(plan: string): number
}

/** How long a session lasts, from signing in. */
export const sessionSeconds = 30 * 24 * 60 * 60
const seenEverySeconds = 5 * 60
const deviceSeconds = 400 * 24 * 60 * 60
const longestUserAgent = 300

export function createSessions({ db, clock, audit, requestsPerMinute }: SessionsNeeds): Sessions {
  const store = new SessionStore(db)
  return {
    operations: sessionOperations(store, audit),

    async start(tx, { userId, how, client, now }) {
      const token = randomText(43)
      const created_at = unixSeconds(now)
      await store.insert(tx, {
        token_hash: sha256(token),
        id: newId('ses', now),
        user_id: userId,
        address: client.address,
        user_agent: client.userAgent.slice(0, longestUserAgent),
        created_at,
        last_seen_at: created_at,
        expires_at: created_at + sessionSeconds,
        authenticated_at: created_at,
      })
      await audit.write(tx, { userId, action: 'signed_in', detail: { how }, client, now })
      return token
    },

    async renew(tx, tokenHash, now) {
      const token = randomText(43)
      return (await store.renew(tx, tokenHash, sha256(token), unixSeconds(now))) ? token : null
    },

    async caller(token) {
      const now = unixSeconds(clock.now())
      const session = await store.valid(sha256(token), now)
      if (!session) return null
      if (now - session.last_seen_at >= seenEverySeconds) await store.see(session.token_hash, now)
      return {
        userId: session.user_id,
        plan: session.plan,
        credential: session.token_hash,
        // Whoever signs in again between two tries is the same person.
        keyOwner: 'session',
        session: { id: session.id, authenticatedAt: session.authenticated_at ?? session.created_at },
        app: null,
        scopes: new Set(allScopes),
        requestsPerMinute: requestsPerMinute(session.plan),
        // Its sessions have ended.
        blocked: null,
      }
    },

    end: (caller, deed) => endSession(store, audit, caller, deed),
    endAll: (tx, userId, kept) => store.deleteAll(tx, userId, kept),
    rememberDevice: (tx, userId, token, now) =>
      store.rememberDevice(tx, userId, sha256(token), unixSeconds(now)),
    knowsDevice: (userId, token) => store.knowsDevice(userId, sha256(token)),
    forgetDevices: (tx, userId) => store.forgetDevices(tx, userId),
    prune: () => {
      const now = unixSeconds(clock.now())
      return store.prune(now, now - deviceSeconds)
    },
  }
}
