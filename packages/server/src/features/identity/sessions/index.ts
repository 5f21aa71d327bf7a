// Sessions: who is signed in where, by a cookie that is stored only as a hash. The feature's public API.
import { type Api, allScopes } from '@linnet/contract'
import type { Database } from '../../../db/database.ts'
import type { Module } from '../../../module.ts'
import type { Caller, Client, Handlers } from '../../../platform/operations/handler.ts'
import { roleInWorkspace } from '../../../platform/operations/roles.ts'
import { orderedIds, randomText, sha256 } from '../../../platform/security/ids.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import { oneNode } from '../../../platform/time/schedule.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'
import { endSession, sessionOperations } from './operations.ts'
import { type OnlyOfIdentity, SessionStore } from './store.ts'

export interface Sessions extends Module {
  operations: { sessions: Handlers<Api['sessions']> }
  /**
   * Starts a session under a new identifier. Its token goes into the browser's cookie and nowhere else. `how` is the way of
   * signing in that the audit log shows, such as `password`.
   */
  start(tx: Tx, wanted: NewSession): Promise<string>
  /** Records that a session belongs to an identity at the provider, which can end it from then on. */
  bind(tx: Tx, sessionId: string, origin: Omit<SessionOrigin, 'authenticatedAt'>): Promise<void>
  /** Ends the sessions that belong to this identity; returns their owners, once for each session. */
  endOfIdentity(tx: Tx, identityId: string, only?: OnlyOfIdentity): Promise<number[]>
  /**
   * Continues a session under a new identifier after its user has confirmed their identity: the old cookie, which somebody
   * else may have, stops working. `confirmedAt` in milliseconds. Null if the session has ended.
   */
  renew(tx: Tx, tokenHash: string, confirmedAt: number): Promise<string | null>
  /**
   * The caller with this session cookie in the workspace with this id, or in their own (null); with every scope. Null without a
   * valid session. The caller's `credential` is the hash of the token.
   */
  caller(token: string, workspace: string | null): Promise<Caller | null>
  /** Ends the caller's own session: signing out. */
  end(caller: Caller, by: { client: Client; now: number }): Promise<void>
  /** Ends the account's sessions, all but the one with the hash `kept`; returns how many there were. */
  endAll(tx: Tx, userId: number, kept: string | null): Promise<number>
  /** Remembers that this device, known by the token in its cookie, has signed in to the account. */
  rememberDevice(tx: Tx, userId: number, deviceToken: string, now: number): Promise<void>
  knowsDevice(userId: number, deviceToken: string): Promise<boolean>
  /** For a stolen password: from then on every device is unknown again. */
  forgetDevices(tx: Tx, userId: number): Promise<void>
}

/** How a session began at the provider of single sign-on. */
export interface SessionOrigin {
  /** The id of the identity. */
  identityId: string
  /** The provider's id for its own session (`sid`), if the provider gave one. */
  providerSession: string | null
  /** When the provider last checked who they are, in Unix seconds; null if it doesn't say. */
  authenticatedAt: number | null
}

interface NewSession {
  userId: number
  how: string
  /** Null if it doesn't come from a provider. */
  origin?: SessionOrigin | null
  client: Client
  now: number
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
// The oldest sessions end first, also among those that began in the same millisecond.
const nextId = orderedIds('ses')

export function createSessions({ db, clock, audit, requestsPerMinute }: SessionsNeeds): Sessions {
  const store = new SessionStore(db)
  return {
    operations: { sessions: sessionOperations({ store, audit }) },

    async start(tx, { userId, how, origin, client, now }) {
      const token = randomText(43)
      const created_at = unixSeconds(now)
      await store.insert(tx, {
        token_hash: sha256(token),
        id: nextId(now),
        user_id: userId,
        address: client.address,
        user_agent: client.userAgent.slice(0, longestUserAgent),
        created_at,
        last_seen_at: created_at,
        expires_at: created_at + sessionSeconds,
        authenticated_at: Math.min(created_at, origin?.authenticatedAt ?? created_at),
        identity_id: origin?.identityId ?? null,
        provider_session: origin?.providerSession ?? null,
      })
      await audit.write(tx, {
        ...{ userId, action: 'signed_in', detail: { how }, now },
        client: { ...client, personId: userId },
      })
      return token
    },

    async renew(tx, tokenHash, confirmedAt) {
      const token = randomText(43)
      const change = { tokenHash, newHash: sha256(token), authenticatedAt: unixSeconds(confirmedAt) }
      return (await store.renew(tx, change)) ? token : null
    },

    bind: (tx, sessionId, origin) => store.bind(tx, sessionId, origin),
    endOfIdentity: (tx, identityId, only = {}) => store.deleteOfIdentity(tx, identityId, only),
    caller: (token, workspace) =>
      callerOf({ store, requestsPerMinute }, { token, workspace, now: unixSeconds(clock.now()) }),
    end: (caller, by) => endSession({ store, audit }, caller, by),
    endAll: (tx, userId, kept) => store.deleteAll(tx, userId, kept),
    rememberDevice: (tx, userId, token, now) =>
      store.rememberDevice(tx, { userId, tokenHash: sha256(token), now: unixSeconds(now) }),
    knowsDevice: (userId, token) => store.knowsDevice(userId, sha256(token)),
    forgetDevices: (tx, userId) => store.forgetDevices(tx, userId),
    jobs: [
      oneNode('prune sessions', 600_000, () => {
        const now = unixSeconds(clock.now())
        return store.prune(now, now - deviceSeconds)
      }),
    ],
  }
}

async function callerOf(
  { store, requestsPerMinute }: { store: SessionStore; requestsPerMinute(plan: string): number },
  { token, workspace, now }: { token: string; workspace: string | null; now: number },
): Promise<Caller | null> {
  const session = await store.valid(sha256(token), workspace, now)
  if (!session) return null
  if (now - session.last_seen_at >= seenEverySeconds) await store.see(session.token_hash, now)
  const { person_id: personId, plan } = session
  const role = roleInWorkspace(session.workspace_id, personId, session.role)
  return {
    personId,
    // Nothing belongs to the number 0.
    workspaceId: role === null ? 0 : (session.workspace_id ?? 0),
    role,
    plan: plan ?? '',
    credential: session.token_hash,
    // Not the session itself: a user may sign in again before repeating a request.
    keyOwner: session.workspace_id === personId ? 'session' : `session ${personId}`,
    session: { id: session.id, authenticatedAt: session.authenticated_at ?? session.created_at },
    app: null,
    scopes: new Set(allScopes),
    mayDelete: true,
    requestsPerMinute: requestsPerMinute(plan ?? ''),
    // Blocking a person ends their sessions.
    blocked: role === null ? null : session.blocked_reason,
  }
}
