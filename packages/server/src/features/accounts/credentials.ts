// Credentials: API keys and sign-in sessions, made of random texts of which only the SHA-256 is kept.
import { allScopes, isScope, type Scope } from '@linnet/contract'
import { unixSeconds } from '../../platform/clock.ts'
import type { Caller } from '../../platform/handler.ts'
import { newId, randomText, sha256 } from '../../platform/ids.ts'
import type { PlanBook } from './plans.ts'
import type { AccountStore, KeyRow } from './store.ts'

const keyPrefix = 'sk_live_'
const sessionSeconds = 30 * 24 * 60 * 60

/** Makes an API key; the key itself is only ever in this answer. */
export async function createKey(
  store: AccountStore,
  wanted: { userId: number; name: string; scopes: Scope[]; expiresAt: number | null; now: number },
): Promise<{ row: KeyRow; key: string }> {
  const key = keyPrefix + randomText(32)
  const row: KeyRow = {
    id: newId('key', wanted.now),
    user_id: wanted.userId,
    name: wanted.name,
    token_hash: sha256(key),
    hint: key.slice(-4),
    scopes: allScopes.filter((scope) => wanted.scopes.includes(scope)).join(' '),
    created_at: unixSeconds(wanted.now),
    expires_at: wanted.expiresAt,
    revoked_at: null,
  }
  await store.insertKey(row)
  return { row, key }
}

/** Who sends this bearer token, or null where it is not, or no longer, valid. */
export async function callerByKey(
  store: AccountStore,
  plans: PlanBook,
  token: string,
  now: number,
): Promise<Caller | null> {
  if (!token.startsWith(keyPrefix)) return null
  const key = await store.validKey(sha256(token), unixSeconds(now))
  if (!key) return null
  return {
    userId: key.user_id,
    plan: key.plan,
    credential: key.id,
    scopes: new Set(key.scopes.split(' ').filter(isScope)),
    requestsPerMinute: plans.get(key.plan).requests_per_minute,
  }
}

/** Starts a session; its token goes into the browser's cookie and nowhere else. */
export async function startSession(store: AccountStore, userId: number, now: number): Promise<string> {
  const token = randomText(43)
  const created_at = unixSeconds(now)
  await store.insertSession({
    token_hash: sha256(token),
    user_id: userId,
    created_at,
    expires_at: created_at + sessionSeconds,
  })
  return token
}

/** Who this session cookie belongs to, with every scope, or null. */
export async function callerBySession(
  store: AccountStore,
  plans: PlanBook,
  token: string,
  now: number,
): Promise<Caller | null> {
  const session = await store.validSession(sha256(token), unixSeconds(now))
  if (!session) return null
  return {
    userId: session.user_id,
    plan: session.plan,
    credential: session.token_hash,
    scopes: new Set(allScopes),
    requestsPerMinute: plans.get(session.plan).requests_per_minute,
  }
}
