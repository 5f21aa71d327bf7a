// The operations of an account: profile, quota and API keys.
import {
  type Api,
  type ApiKey,
  invalidField,
  type Quota,
  Refusal,
  scopesIn,
  type User,
} from '@linnet/contract'
import type { Caller, Handlers } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { createKey, mostKeys, revokeKey, tooManyKeys } from './credentials.ts'
import type { KeyUses } from './key-uses.ts'
import { type SecurityOperationNeeds, securityOperations } from './security-operations.ts'
import type { AccountStore, KeyOfMaker, UserRow } from './store.ts'
import type { UnitCounts } from './unit-counts.ts'

export interface AccountOperationNeeds extends SecurityOperationNeeds {
  counts: UnitCounts
  uses: KeyUses
  quotaOf(owner: { id: number; plan: string }, now: number): Promise<Quota>
  /** The person in the caller's workspace; refuses if their account is gone. */
  recordFor(caller: Caller, user: UserRow | undefined): Promise<User>
}

export function accountOperations(needs: AccountOperationNeeds): Handlers<Api['accounts']> {
  return { ...profileOperations(needs), ...keyOperations(needs), ...securityOperations(needs) }
}

function profileOperations(
  needs: AccountOperationNeeds,
): Pick<Handlers<Api['accounts']>, 'user' | 'quota' | 'updateUser'> {
  const { store, audit, recordFor } = needs

  return {
    async user(_input, { caller }) {
      return { data: await recordFor(caller, await store.userById(caller.personId)) }
    },

    async quota(_input, { caller, now }) {
      return { data: await needs.quotaOf({ id: caller.workspaceId, plan: caller.plan }, now) }
    },

    async updateUser({ name }, { caller, client, now }) {
      const user = await store.transaction(async (tx) => {
        const user = await store.setName(tx, caller.personId, name)
        if (user)
          await audit.write(tx, { userId: user.id, action: 'profile_changed', detail: { name }, client, now })
        return user
      })
      return { data: await recordFor(caller, user) }
    },
  }
}

function keyOperations(
  needs: AccountOperationNeeds,
): Pick<Handlers<Api['accounts']>, 'listKeys' | 'createKey' | 'adoptKey' | 'revokeKey'> {
  const { store, audit, uses } = needs
  return {
    async listKeys(_input, { caller }) {
      await uses.write()
      return { data: (await store.keysOf(caller.workspaceId)).map(keyRecord) }
    },

    async createKey({ name, scopes, expires_at: expiresAt = null }, { caller, client, now }) {
      if (expiresAt !== null && expiresAt <= unixSeconds(now))
        throw invalidField('expires_at', { code: 'not_future' })
      const { workspaceId, personId } = caller
      // Whoever is being removed must not leave a working key behind.
      const check = (tx: Tx) => needs.workspaces.requireRoleIn(tx, caller, 'admin')
      const wanted = { workspaceId, personId, name, scopes, expiresAt, most: mostKeys, check, client, now }
      const { row, key } = await createKey({ store, audit }, wanted)
      return { data: { ...keyRecord(await requireKey(store, workspaceId, row.id)), key } }
    },

    async adoptKey({ id }, { caller, client, now }) {
      const { workspaceId } = caller
      await store.transaction(async (tx) => {
        await needs.workspaces.requireRoleIn(tx, caller, 'admin')
        if ((await store.countActiveKeys(tx, workspaceId, unixSeconds(now))) >= mostKeys) throw tooManyKeys()
        if ((await store.adoptKeys(tx, caller, { id })) === 0)
          throw new Refusal('not_found', 'There is no such key, or the member who created it has not left.')
        await audit.write(tx, {
          userId: workspaceId,
          action: 'key_adopted',
          detail: { key: id },
          client,
          now,
        })
      })
      return { data: keyRecord(await requireKey(store, workspaceId, id)) }
    },

    async revokeKey({ id }, { caller, client, now }) {
      if (!(await revokeKey({ store, audit }, { id, workspaceId: caller.workspaceId, client, now })))
        throw new Refusal('not_found')
      return { data: { id, revoked: true } }
    },
  }
}

async function requireKey(store: AccountStore, workspaceId: number, id: string): Promise<KeyOfMaker> {
  const row = await store.keyOf(workspaceId, id)
  if (!row) throw new Refusal('not_found')
  return row
}

function keyRecord(row: KeyOfMaker): ApiKey {
  return {
    id: row.id,
    name: row.name,
    scopes: scopesIn(row.scopes),
    hint: row.hint,
    created_at: row.created_at,
    expires_at: row.expires_at,
    last_used_at: row.last_used_at,
    made_by:
      row.maker_id === null
        ? null
        : { id: row.maker_id, name: row.maker_name ?? '', email: row.maker_email ?? '' },
    stopped: row.orphaned_at !== null,
  }
}
