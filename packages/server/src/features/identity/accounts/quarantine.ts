// The quarantine of new accounts: for some hours, visitors see a warning with the destination before their links lead on,
// unless an administrator trusts the account.
import { Refusal } from '@linnet/contract'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import type { Audit } from '../audit/index.ts'
import { type Actor, logAdministratorAction } from './administering.ts'
import type { AccountStore, UserRow } from './store.ts'

export type QuarantineOf = (
  account: Pick<UserRow, 'created_at' | 'trusted_at'>,
  /** Milliseconds. */
  now: number,
) => number | null

/** Returns a function that computes when an account's quarantine ends (Unix seconds; null: it has none). */
export function createQuarantine(hours: number): QuarantineOf {
  const seconds = hours * 60 * 60
  return ({ created_at, trusted_at }, now) => {
    if (seconds === 0 || trusted_at !== null) return null
    const until = created_at + seconds
    return until > unixSeconds(now) ? until : null
  }
}

/** Trusts an account, which ends its quarantine. Changes nothing if it is trusted already. */
export async function trust(
  { store, audit }: { store: AccountStore; audit: Audit },
  tx: Tx,
  user: UserRow,
  actor: Actor,
): Promise<void> {
  if (user.deleted_at !== null) throw new Refusal('not_found', "This account doesn't exist.")
  if (await store.setTrusted(tx, user.id, unixSeconds(actor.now)))
    await logAdministratorAction(audit, tx, { id: user.id, label: user.email }, actor, {
      action: 'account_trusted',
      detail: {},
    })
}
