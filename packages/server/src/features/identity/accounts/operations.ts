// The operations of an account: profile, quota and API keys.
import { type Api, type ApiKey, invalidField, type Quota, Refusal, scopesIn } from '@linnet/contract'
import type { Caller, Handlers } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { createKey, mostKeys, revokeKey } from './credentials.ts'
import type { KeyUses } from './key-uses.ts'
import type { PlanBook } from './plans.ts'
import { type SecurityOperationNeeds, securityOperations } from './security-operations.ts'
import type { KeyRow, UserRow } from './store.ts'
import type { UnitCounts } from './unit-counts.ts'
import { userRecord } from './users.ts'

export interface AccountOperationNeeds extends SecurityOperationNeeds {
  counts: UnitCounts
  uses: KeyUses
  plans: PlanBook
  quotaOf(account: UserRow, now: number): Promise<Quota>
}

export function accountOperations(needs: AccountOperationNeeds): Handlers<Api['accounts']> {
  return { ...profileOperations(needs), ...keyOperations(needs), ...securityOperations(needs) }
}

function profileOperations(
  needs: AccountOperationNeeds,
): Pick<Handlers<Api['accounts']>, 'user' | 'quota' | 'updateUser'> {
  const { store, plans, audit } = needs

  async function ownAccount({ userId }: Caller): Promise<UserRow> {
    const user = await store.userById(userId)
    if (!user) throw new Refusal('unauthenticated')
    return { ...user, plan: plans.nameOf(user.plan) }
  }

  return {
    async user(_input, { caller }) {
      return { data: userRecord(await ownAccount(caller)) }
    },

    async quota(_input, { caller, now }) {
      return { data: await needs.quotaOf(await ownAccount(caller), now) }
    },

    async updateUser({ name }, { caller, client, now }) {
      const user = await store.transaction(async (tx) => {
        const user = await store.setName(tx, caller.userId, name)
        if (user)
          await audit.write(tx, { userId: user.id, action: 'profile_changed', detail: { name }, client, now })
        return user
      })
      if (!user) throw new Refusal('unauthenticated', 'Sign in first.')
      return { data: userRecord({ ...user, plan: plans.nameOf(user.plan) }) }
    },
  }
}

function keyOperations({
  store,
  audit,
  uses,
}: AccountOperationNeeds): Pick<Handlers<Api['accounts']>, 'listKeys' | 'createKey' | 'revokeKey'> {
  return {
    async listKeys(_input, { caller }) {
      await uses.write()
      return { data: (await store.keysOf(caller.userId)).map(keyRecord) }
    },

    async createKey({ name, scopes, expires_at: expiresAt = null }, { caller, client, now }) {
      if (expiresAt !== null && expiresAt <= unixSeconds(now))
        throw invalidField('expires_at', { code: 'not_future' })
      const { userId } = caller
      const wanted = { userId, name, scopes, expiresAt, most: mostKeys, client, now }
      const { row, key } = await createKey({ store, audit }, wanted)
      return { data: { ...keyRecord(row), key } }
    },

    async revokeKey({ id }, { caller, client, now }) {
      if (!(await revokeKey({ store, audit }, { id, userId: caller.userId, client, now })))
        throw new Refusal('not_found')
      return { data: { id, revoked: true } }
    },
  }
}

function keyRecord(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    scopes: scopesIn(row.scopes),
    hint: row.hint,
    created_at: row.created_at,
    expires_at: row.expires_at,
    last_used_at: row.last_used_at,
  }
}
