// The operations of an account: profile, quota, sign-in and API keys.
import { type Api, type ApiKey, invalidField, Refusal, type Scope } from '@linnet/contract'
import { addressGroup } from '../../platform/client-address.ts'
import { unixSeconds } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handler.ts'
import { sha256 } from '../../platform/ids.ts'
import { checkNobodysPassword, checkPassword } from '../../platform/passwords.ts'
import { type RateLimiter, secondsLeft } from '../../platform/rate-limit.ts'
import { createKey, startSession } from './credentials.ts'
import type { PlanBook } from './plans.ts'
import { readQuota } from './quota.ts'
import type { AccountStore, KeyRow, UserRow } from './store.ts'
import { normalEmail, userRecord } from './users.ts'

const signInTriesPerMinute = 10

export function accountOperations(
  store: AccountStore,
  plans: PlanBook,
  limiter: RateLimiter,
): Handlers<Api['accounts']> {
  async function owner(userId: number): Promise<UserRow> {
    const user = await store.userById(userId)
    if (!user) throw new Refusal('unauthenticated')
    return { ...user, plan: plans.nameOf(user.plan) }
  }

  return {
    async user(_input, { caller }) {
      return { data: userRecord(await owner(caller.userId)) }
    },

    async quota(_input, { caller, now }) {
      const { plan } = await owner(caller.userId)
      return { data: await readQuota(store, caller.userId, plan, plans.get(plan), now) }
    },

    async signIn({ email, password }, context) {
      const address = normalEmail(email)
      const key = `sign-in:${sha256(`${addressGroup(context.address)} ${address}`)}`
      const tries = await limiter.take(key, signInTriesPerMinute)
      if (!tries.admitted) throw new Refusal('rate_limited', undefined, undefined, secondsLeft(tries))
      const user = await store.userByEmail(address)
      const right = user
        ? await checkPassword(password, user.password_hash)
        : await checkNobodysPassword(password)
      if (!user || !right)
        throw new Refusal('wrong_password', 'That e-mail and password do not fit. Try again.')
      context.setSession(await startSession(store, user.id, context.now))
      return { data: userRecord(await owner(user.id)) }
    },

    async signOut(_input, { caller, setSession }) {
      await store.deleteSession(caller.credential)
      setSession(null)
      return { data: { ended: true } }
    },

    async listKeys(_input, { caller }) {
      return { data: (await store.keysOf(caller.userId)).map(keyRecord) }
    },

    async createKey({ name, scopes, expires_at }, { caller, now }) {
      if (typeof expires_at === 'number' && expires_at <= unixSeconds(now))
        throw invalidField('expires_at', 'must lie in the future')
      const { row, key } = await createKey(store, {
        userId: caller.userId,
        name,
        scopes,
        expiresAt: expires_at ?? null,
        now,
      })
      return { data: { ...keyRecord(row), key } }
    },

    async revokeKey({ id }, { caller, now }) {
      if (!(await store.revokeKey(id, caller.userId, unixSeconds(now)))) throw new Refusal('not_found')
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
  }
}
