// Identities at the provider: a new one, what is recorded when one is used, and the end of all of an account.
import { Refusal } from '@linnet/contract'
import type { Client } from '../../../platform/operations/handler.ts'
import { newId } from '../../../platform/security/ids.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Account } from '../accounts/index.ts'
import type { Claims } from './claims.ts'
import { placesOf } from './groups.ts'
import type { ProviderSignInNeeds } from './needs.ts'
import type { IdentityRow } from './store.ts'

export function newIdentity({ id: user_id }: Account, claims: Claims, now: number): IdentityRow {
  const { issuer, subject, email } = claims
  const created_at = unixSeconds(now)
  return { id: newId('idn', now), user_id, issuer, subject, email, created_at, last_used_at: created_at }
}

/** Removes all identities of an account, with one entry in its audit log. */
export async function endIdentities(
  { store, audit }: Pick<ProviderSignInNeeds, 'store' | 'audit'>,
  tx: Tx,
  { userId, client, now }: { userId: number; client: Client; now: number },
): Promise<void> {
  const count = await store.deleteAll(tx, userId)
  const detail = { count: String(count) }
  if (count > 0) await audit.write(tx, { userId, action: 'identity_removed', detail, client, now })
}

interface Use {
  identity: IdentityRow
  claims: Claims
  by: { client: Client; now: number }
}

/**
 * In the transaction of a sign-in: what the provider says now about the person. Refuses with `unavailable` if the identity
 * was removed meanwhile: then the next sign-in finds it removed.
 */
export async function recordUse(
  { store, identityProvider, placeInWorkspaces }: ProviderSignInNeeds,
  tx: Tx,
  { identity, claims, by: { client, now } }: Use,
): Promise<void> {
  if (!(await store.use(tx, identity.id, claims.email, unixSeconds(now)))) throw new Refusal('unavailable')
  const places = placesOf(claims.groups, identityProvider.groups)
  await placeInWorkspaces(tx, { userId: identity.user_id, places, client, now })
}
