// The operations that show how an account can sign in, and remove an identity from it.
import { type Api, type Identity, Refusal } from '@linnet/contract'
import type { Handlers } from '../../../platform/operations/handler.ts'
import { hasPassword } from '../../../platform/security/passwords.ts'
import type { RunTransaction } from '../../../platform/transaction.ts'
import type { SingleSignOnNeeds } from './needs.ts'
import type { IdentityRow, IdentityStore } from './store.ts'

interface OperationNeeds
  extends Pick<SingleSignOnNeeds, 'accounts' | 'audit' | 'identityProvider' | 'passwordSignIn' | 'sessions'> {
  store: IdentityStore
  transaction: RunTransaction
}

export function singleSignOnOperations(needs: OperationNeeds): Handlers<Api['singleSignOn']> {
  const { accounts, audit, identityProvider, passwordSignIn, sessions, store, transaction } = needs
  return {
    async methods(_input, { caller }) {
      const account = await accounts.byId(caller.personId)
      if (!account) throw new Refusal('unauthenticated')
      const rows = await store.of(caller.personId)
      const identities = rows.map((row) => identityRecord(row, identityProvider))
      const provider = identityProvider?.name ?? null
      const password_sign_in = passwordSignIn === 'on'
      return { data: { password: hasPassword(account), password_sign_in, provider, identities } }
    },

    async removeIdentity({ id }, { caller: { personId: userId, credential }, client, now }) {
      const account = await accounts.byId(userId)
      if (!account) throw new Refusal('unauthenticated')
      const [own] = (await store.of(userId)).filter((one) => one.id === id)
      await transaction(async (tx) => {
        await accounts.requireAnotherWayIn(tx, account, id)
        if (!own || !(await store.delete(tx, userId, id))) throw new Refusal('not_found')
        const detail: Record<string, string> = own.email === null ? {} : { email: own.email }
        await audit.write(tx, { userId, action: 'identity_removed', detail, client, now })
        // After the identity is gone: a sign-in that was using it has committed by now, or is refused.
        const { length: ended } = await sessions.endOfIdentity(tx, id, { kept: credential })
        const count = String(ended)
        if (ended > 0)
          await audit.write(tx, { userId, action: 'session_ended', detail: { count }, client, now })
      })
      return { data: { id, removed: true } }
    },
  }
}

function identityRecord(row: IdentityRow, provider: { issuer: string } | null): Identity {
  const { id, issuer, email, created_at, last_used_at } = row
  return { id, issuer, email, created_at, last_used_at, usable: issuer === provider?.issuer }
}
