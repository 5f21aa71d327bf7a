// What administrators, and operators on the command line, change about accounts: plan, administrator rights and blocks.
import { invalidField, Refusal } from '@linnet/contract'
import type { Client } from '../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { type Audit, theServer } from '../audit/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Workspaces } from '../workspaces/index.ts'
import { requireAnotherAdministrator } from './deletion.ts'
import type { PlanBook } from './plans.ts'
import type { AccountStore, UserRow } from './store.ts'

/** Who makes a change: an administrator, whose audit log shows it too, or the command line (null). */
export interface Actor {
  administrator: UserRow | null
  client: Client
  /** Milliseconds. */
  now: number
}

export interface AdministeringNeeds {
  store: AccountStore
  audit: Audit
  sessions: Sessions
  workspaces: Workspaces
  plans: PlanBook
}

type AdministratorAction = { action: Parameters<Audit['write']>[1]['action']; detail: Record<string, string> }

/**
 * Writes the action to the audit logs of the account or workspace with this number and of the administrator, who sees the
 * label. The account's log doesn't show the administrator's address.
 */
export async function logAdministratorAction(
  audit: Audit,
  tx: Tx,
  { id, label }: { id: number; label: string },
  { administrator, client, now }: Actor,
  { action, detail }: AdministratorAction,
): Promise<void> {
  const isOwn = administrator === null || administrator.id === id
  await audit.write(tx, { userId: id, action, detail, client: isOwn ? client : theServer, now })
  if (administrator === null || isOwn) return
  const detailWithAccount = { ...detail, account: label }
  await audit.write(tx, { userId: administrator.id, action, detail: detailWithAccount, client, now })
}

function labelled({ id, email }: Pick<UserRow, 'id' | 'email'>): { id: number; label: string } {
  return { id, label: email }
}

/** Changes the plan of an account. Refuses an unknown plan with `validation_failed`. */
export async function changePlan(
  { store, audit, plans }: AdministeringNeeds,
  tx: Tx,
  { user, plan, actor }: { user: UserRow; plan: string; actor: Actor },
): Promise<void> {
  if (!plans.has(plan)) throw invalidField('plan', { code: 'not_one_of', params: { values: plans.names } })
  if (user.plan === plan) return
  await store.setPlan(tx, user.email, plan)
  await logAdministratorAction(audit, tx, labelled(user), actor, { action: 'plan_changed', detail: { plan } })
}

/**
 * Grants or removes administrator rights. Refuses with `forbidden` for the last administrator, and for a
 * blocked account.
 */
export async function changeAdministrator(
  { store, audit }: Pick<AdministeringNeeds, 'store' | 'audit'>,
  tx: Tx,
  { user, isAdministrator, actor }: { user: UserRow; isAdministrator: boolean; actor: Actor },
): Promise<void> {
  await store.lockAdministrators(tx)
  const changed = await store.setAdministrator(tx, user.id, isAdministrator)
  if (isAdministrator && !changed && (await store.isBlocked(tx, user.id)))
    throw new Refusal('forbidden', 'This account is blocked. Unblock it first.')
  if (!changed) return
  if (!isAdministrator) await requireAnotherAdministrator(store, tx, { id: user.id, is_admin: 1 })
  await logAdministratorAction(audit, tx, labelled(user), actor, {
    action: 'profile_changed',
    detail: { administrator: isAdministrator ? 'yes' : 'no' },
  })
}

/**
 * Blocks an account for this reason, or unblocks it (null). Blocking ends its sessions, its credentials stop working, and
 * visitors see that its links and pages are blocked, also those in workspaces that nobody else owns. Refuses with `forbidden` for an administrator. False if nothing
 * changed.
 */
export async function changeBlock(
  {
    store,
    audit,
    sessions,
    workspaces,
  }: Pick<AdministeringNeeds, 'store' | 'audit' | 'sessions' | 'workspaces'>,
  tx: Tx,
  { user, reason, actor }: { user: UserRow; reason: string | null; actor: Actor },
): Promise<boolean> {
  await store.lockAdministrators(tx)
  const block = reason === null ? null : { at: unixSeconds(actor.now), reason }
  if (!(await store.setBlocked(tx, user.id, block))) {
    if (block && (await store.isAdministrator(tx, user.id)))
      throw new Refusal(
        'forbidden',
        'This account is an administrator. Remove its administrator rights first, then block it.',
      )
    return false
  }
  if (block) await sessions.endAll(tx, user.id, null)
  await workspaces.followBlock(tx, user.id, reason, actor.now)
  await logAdministratorAction(audit, tx, labelled(user), actor, {
    action: block ? 'account_blocked' : 'account_unblocked',
    detail: reason === null ? {} : { reason },
  })
  return true
}
