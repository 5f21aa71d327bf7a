// What administrators, and operators on the command line, change of accounts: the plan, who administers, and blocks.
import { invalidField, Refusal } from '@linnet/contract'
import type { Client } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { type Audit, theServer } from '../audit/index.ts'
import type { Sessions } from '../sessions/index.ts'
import { requireAnotherAdministrator } from './deletion.ts'
import type { PlanBook } from './plans.ts'
import type { AccountStore, UserRow } from './store.ts'

/** Who does it: an administrator, whose own log tells of it too, or (null) the operator at the machine. */
export interface Doer {
  administrator: UserRow | null
  client: Client
  /** Milliseconds. */
  now: number
}

export interface AdministeringNeeds {
  store: AccountStore
  audit: Audit
  sessions: Sessions
  plans: PlanBook
}

type Deed = { action: Parameters<Audit['write']>[1]['action']; detail: Record<string, string> }

/**
 * Writes the deed into the account's log, and into the administrator's. Of where that one sits, the account's log says
 * nothing.
 */
export async function logDeed(
  audit: Audit,
  tx: Tx,
  user: Pick<UserRow, 'id' | 'email'>,
  { administrator, client, now }: Doer,
  { action, detail }: Deed,
): Promise<void> {
  const isOwn = administrator === null || administrator.id === user.id
  await audit.write(tx, { userId: user.id, action, detail, client: isOwn ? client : theServer, now })
  if (administrator === null || isOwn) return
  const told = { ...detail, account: user.email }
  await audit.write(tx, { userId: administrator.id, action, detail: told, client, now })
}

/** Gives an account a plan. Refuses with `validation_failed` one that there is not. */
export async function changePlan(
  { store, audit, plans }: AdministeringNeeds,
  tx: Tx,
  user: UserRow,
  plan: string,
  doer: Doer,
): Promise<void> {
  if (!plans.has(plan)) throw invalidField('plan', `must be one of ${plans.names.join(', ')}`)
  if (user.plan === plan) return
  await store.setPlan(tx, user.email, plan)
  await logDeed(audit, tx, user, doer, { action: 'plan_changed', detail: { plan } })
}

/**
 * Lets an account administer the server, or not any more. Refuses with `forbidden` to leave none that does, and where
 * the account is blocked.
 */
export async function changeAdministrator(
  { store, audit }: Pick<AdministeringNeeds, 'store' | 'audit'>,
  tx: Tx,
  user: UserRow,
  administers: boolean,
  doer: Doer,
): Promise<void> {
  await store.holdAdministrators(tx)
  const changed = await store.setAdministrator(tx, user.id, administers)
  if (administers && !changed && (await store.isBlocked(tx, user.id)))
    throw new Refusal('forbidden', 'This account is blocked. Lift that first.')
  if (!changed) return
  if (!administers) await requireAnotherAdministrator(store, tx, { id: user.id, is_admin: 1 })
  await logDeed(audit, tx, user, doer, {
    action: 'profile_changed',
    detail: { administrator: administers ? 'yes' : 'no' },
  })
}

/**
 * Blocks an account for this reason, or lifts that (null): its sessions end, no credential of it opens anything, and
 * visitors are told that what it has is blocked. Refuses with `forbidden` for who administers the server. False where it
 * was so already.
 */
export async function changeBlock(
  { store, audit, sessions }: Pick<AdministeringNeeds, 'store' | 'audit' | 'sessions'>,
  tx: Tx,
  user: UserRow,
  reason: string | null,
  doer: Doer,
): Promise<boolean> {
  await store.holdAdministrators(tx)
  const block = reason === null ? null : { at: unixSeconds(doer.now), reason }
  if (!(await store.setBlocked(tx, user.id, block))) {
    if (block && (await store.administers(tx, user.id)))
      throw new Refusal(
        'forbidden',
        'This account administers the server. Take that from it first, then block it.',
      )
    return false
  }
  if (block) await sessions.endAll(tx, user.id, null)
  await logDeed(audit, tx, user, doer, {
    action: block ? 'account_blocked' : 'account_unblocked',
    detail: reason === null ? {} : { reason },
  })
  return true
}
