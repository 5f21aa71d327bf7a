// The last way to sign in to an account can't be removed from it.
import { Refusal } from '@linnet/contract'
import type { IdentityProvider } from '../../../platform/security/identity-provider.ts'
import { hasPassword } from '../../../platform/security/passwords.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { AccountStore, UserRow } from './store.ts'

export interface WaysInNeeds {
  store: AccountStore
  identityProvider: Pick<IdentityProvider, 'issuer'> | null
  passwordSignIn: 'on' | 'off'
}

/**
 * Refuses with `forbidden` to remove a passkey or an identity, by its id, if the account would have no way in. Identities at
 * an earlier provider are none; but the last one stays, because the operator may return to that provider. Keeps others from
 * being removed until the transaction ends.
 */
export async function requireAnotherWayIn(
  { store, identityProvider, passwordSignIn }: WaysInNeeds,
  tx: Tx,
  account: Pick<UserRow, 'id' | 'password_hash'>,
  removed: string,
): Promise<void> {
  const { identities, passkeys } = await store.waysInForUpdate(tx, account.id)
  const usable = identities.filter(({ issuer }) => issuer === identityProvider?.issuer)
  const others = passwordSignIn === 'on' ? [...usable, ...passkeys] : usable
  const isKept = others.some(({ id }) => id !== removed) || (passwordSignIn === 'on' && hasPassword(account))
  if (isKept || ![...identities, ...others].some(({ id }) => id === removed)) return
  throw new Refusal(
    'forbidden',
    passwordSignIn === 'on'
      ? 'You would have no way to sign in. First set a password or add a passkey.'
      : 'You would have no way to sign in, because this server offers no other.',
  )
}
