// The operations of an account: profile, quota and API keys.
import { type Api, type ApiKey, invalidField, type Quota, Refusal, type Scope } from '@linnet/contract'
import type { Handlers } from '../../../platform/operations/handler.ts'
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
  const { store, plans, audit } = needs

  async function owner(userId: number): Promise<UserRow> {
    const user = await store.userById(userId)
    if (!user) throw new Refusal('unauthenticated')
    return { ...user, plan: plans.nameOf(user.plan) }
  }

  return {
    ...securityOperations(needs),

    async user(_input, { caller }) {
      return { data: userRecord(await owner(caller.userId)) }
    },

    async quota(_input, { caller, now }) {
      return { data: await needs.quotaOf(await owner(caller.userId), now) }
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

    async listKeys(_input, { caller }) {
      await needs.uses.write()
      return { data: (await store.keysOf(caller.userId)).map(keyRecord) }
    },

    async createKey({ name, scopes, expires_at }, { caller, client, now }) {
      if (typeof expires_at === 'number' && expires_at <= unixSeconds(now))
        throw invalidField('expires_at', 'must lie in the future')
      const { row, key } = await createKey(
        { store, audit },
        {
          userId: caller.userId,
          name,
          scopes,
          expiresAt: expires_at ?? null,
          most: mostKeys,
          client,
          now,
        },
      )
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
    scopes: row.scopes.split(' ') as Scope[],
    hint: row.hint,
    created_at: row.created_at,
    expires_at: row.expires_at,
    last_used_at: row.last_used_at,
  }
}
