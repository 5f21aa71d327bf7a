// The operations with which owners change their password and delete their account.
import { type Api, invalidField, Refusal } from '@linnet/contract'
import type { Caller, Handlers } from '../../../platform/operations/handler.ts'
import { requireFresh } from '../../../platform/operations/reauthentication.ts'
import { randomText } from '../../../platform/security/ids.ts'
import { hashPassword, hasPassword } from '../../../platform/security/passwords.ts'
import type { RateLimiter } from '../../../platform/security/rate-limit.ts'
import type { Audit } from '../audit/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Workspaces } from '../workspaces/index.ts'
import { confirmPassword, requireGoodPassword } from './confirming.ts'
import { deleteAccount, requireAnotherAdministrator } from './deletion.ts'
import type { AccountStore, UserRow } from './store.ts'

export interface SecurityOperationNeeds {
  store: AccountStore
  audit: Audit
  sessions: Sessions
  workspaces: Workspaces
  limiter: RateLimiter
}

type SecurityHandlers = Pick<Handlers<Api['accounts']>, 'changePassword' | 'deleteUser'>

export function securityOperations({
  store,
  audit,
  sessions,
  workspaces,
  limiter,
}: SecurityOperationNeeds): SecurityHandlers {
  return {
    async changePassword({ password, new_password }, { caller, client, now, setSession, setDevice }) {
      const user = await confirmPassword({ store, limiter }, caller, password)
      requireGoodPassword('new_password', new_password, user.email)
      const hash = await hashPassword(new_password, { known: true, by: String(caller.personId) })
      const { personId: userId, credential } = caller
      // A new token: the one in the browser may have been planted there.
      const device = randomText(43)
      const token = await store.transaction(async (tx) => {
        // Of two concurrent changes, only the first one has confirmed the current password.
        if (!(await store.replacePasswordHash(tx, user, hash))) throw new Refusal('wrong_password')
        await sessions.endAll(tx, userId, credential)
        await sessions.forgetDevices(tx, userId)
        await sessions.rememberDevice(tx, userId, device, now)
        await audit.write(tx, { userId, action: 'password_changed', client, now })
        return await sessions.renew(tx, credential, now)
      })
      setSession(token)
      setDevice(device)
      return { data: { changed: true } }
    },

    async deleteUser({ password }, { caller, client, now, setSession }) {
      const user = await confirmOwner({ store, limiter }, caller, password, now)
      await store.transaction(async (tx) => {
        await store.lockAdministrators(tx)
        await requireAnotherAdministrator(store, tx, user)
        await deleteAccount({ store, audit, sessions, workspaces }, tx, {
          user,
          inherits: false,
          client,
          now,
        })
      })
      setSession(null)
      return { data: { deleted: true } }
    },
  }
}

/** The account of a caller who knows its password or, if it has none, was checked at the provider within ten minutes. */
async function confirmOwner(
  { store, limiter }: Pick<SecurityOperationNeeds, 'store' | 'limiter'>,
  caller: Caller,
  password: string | undefined,
  now: number,
): Promise<UserRow> {
  if (password !== undefined) return await confirmPassword({ store, limiter }, caller, password)
  const user = await store.userById(caller.personId)
  if (!user || user.deleted_at !== null) throw new Refusal('unauthenticated', 'Sign in first.')
  if (hasPassword(user)) throw invalidField('password', { code: 'required' })
  requireFresh(caller, now)
  return user
}
