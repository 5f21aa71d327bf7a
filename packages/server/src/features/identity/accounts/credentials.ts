// API keys: random strings that are stored only as SHA-256.
import { allScopes, Refusal, type Scope, scopesIn } from '@linnet/contract'
import type { Caller, Client } from '../../../platform/operations/handler.ts'
import { storedRole } from '../../../platform/operations/roles.ts'
import { newId, randomText, sha256 } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'
import type { KeyUses } from './key-uses.ts'
import type { PlanBook } from './plans.ts'
import type { AccountStore, KeyRow } from './store.ts'

const keyPrefix = 'sk_live_'

/** How many active keys a workspace can have; the command line has no limit. */
export const mostKeys = 50

/**
 * Creates an API key; the key itself is only in this answer. Refuses with `plan_limit` if the workspace has `most` active keys
 * (null: no limit).
 */
export async function createKey(
  { store, audit }: { store: AccountStore; audit: Audit },
  wanted: {
    workspaceId: number
    personId: number
    name: string
    scopes: Scope[]
    expiresAt: number | null
    most: number | null
    /** Checked in the transaction, before anything is written. */
    check?(tx: Tx): Promise<void>
    client: Client
    now: number
  },
): Promise<{ row: KeyRow; key: string }> {
  const key = keyPrefix + randomText(32)
  const row: KeyRow = {
    id: newId('key', wanted.now),
    user_id: wanted.workspaceId,
    person_id: wanted.personId === wanted.workspaceId ? null : wanted.personId,
    orphaned_at: null,
    name: wanted.name,
    token_hash: sha256(key),
    hint: key.slice(-4),
    scopes: allScopes.filter((scope) => wanted.scopes.includes(scope)).join(' '),
    may_delete: 1,
    created_at: unixSeconds(wanted.now),
    expires_at: wanted.expiresAt,
    revoked_at: null,
    last_used_at: null,
  }
  const { workspaceId, most, client, now } = wanted
  await store.transaction(async (tx) => {
    await wanted.check?.(tx)
    if (most !== null && (await store.countActiveKeys(tx, workspaceId, unixSeconds(now))) >= most)
      throw tooManyKeys(most)
    await store.insertKey(tx, row)
    await audit.write(tx, {
      userId: workspaceId,
      action: 'key_created',
      detail: { key: row.id, name: row.name },
      client,
      now,
    })
  })
  return { row, key }
}

export function tooManyKeys(most = mostKeys): Refusal {
  return new Refusal(
    'plan_limit',
    `A workspace can have ${most} active API keys. Revoke one that is no longer used.`,
  )
}

export function isKey(token: string): boolean {
  return token.startsWith(keyPrefix)
}

/** The caller with this API key, or null if it isn't valid. */
export async function callerByKey(
  { store, plans, uses }: { store: AccountStore; plans: PlanBook; uses: KeyUses },
  token: string,
  now: number,
): Promise<Caller | null> {
  if (!isKey(token)) return null
  const key = await store.validKey(sha256(token), unixSeconds(now))
  if (!key) return null
  uses.note(key, unixSeconds(now))
  return {
    workspaceId: key.user_id,
    personId: key.person_id ?? key.user_id,
    role: key.person_id === null ? 'owner' : storedRole(key.role),
    plan: key.plan,
    credential: key.id,
    keyOwner: key.id,
    session: null,
    app: null,
    scopes: new Set(scopesIn(key.scopes)),
    mayDelete: key.may_delete === 1,
    requestsPerMinute: plans.get(key.plan).requests_per_minute,
    blocked: key.blocked_reason,
  }
}

/** Revokes a key of this workspace, or of any (null); false if there is no such key, or it was revoked already. */
export function revokeKey(
  { store, audit }: { store: AccountStore; audit: Audit },
  wanted: { id: string; workspaceId: number | null; client: Client; now: number },
): Promise<boolean> {
  const { id, client, now } = wanted
  return store.transaction(async (tx) => {
    const userId = await store.revokeKey(tx, { id, userId: wanted.workspaceId, now: unixSeconds(now) })
    if (userId === null) return false
    await audit.write(tx, { userId, action: 'key_revoked', detail: { key: id }, client, now })
    return true
  })
}

/** Revokes all keys of an account, with one audit entry that has their number. */
export async function revokeKeys(
  { store, audit }: { store: AccountStore; audit: Audit },
  tx: Tx,
  { userId, client, now }: { userId: number; client: Client; now: number },
): Promise<void> {
  const count = await store.revokeKeys(tx, userId, unixSeconds(now))
  if (count > 0)
    await audit.write(tx, { userId, action: 'key_revoked', detail: { count: String(count) }, client, now })
}
