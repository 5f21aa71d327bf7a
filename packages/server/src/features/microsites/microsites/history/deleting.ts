// Deleting microsites. For an hour, a deleted microsite belongs to nobody: its row, components, statistics and slug stay, and it
// can come back. Then it is erased.
import { Refusal } from '@linnet/contract'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import { subjectNumber, subjectOf } from '../../../clicks/index.ts'
import type { Accounts, Plan } from '../../../identity/accounts/index.ts'
import { type History, workspaceOfDeleted } from '../../../links/history/index.ts'
import { refuseUnknown } from '../microsites.ts'
import type { MicrositeRow, MicrositeStore } from '../store.ts'
import type { VersionedMicrosite } from '../version-store.ts'
import { type Recorded, recordPage } from './recording.ts'
import type { MicrositeHistoryStore } from './store.ts'

export interface DeletingNeeds {
  store: MicrositeStore
  held: MicrositeHistoryStore
  history: History
  accounts: Pick<Accounts, 'takeUnit' | 'giveBackUnit'>
}

/** What the row of a deleted microsite no longer says. */
interface Kept {
  hidden: number
}

/** Deletes a microsite; returns it as it was. Refuses a blocked one. */
export async function deleteMicrosite(
  { store, held, history, accounts }: DeletingNeeds,
  tx: Tx,
  microsite: VersionedMicrosite,
  recorded: Recorded,
): Promise<MicrositeRow> {
  const { id, userId } = microsite
  const { now } = recorded
  const time = unixSeconds(now)
  // Writing first locks the row, so that nobody blocks the microsite between the check and the deletion.
  if (!(await store.change(tx, id, { updated_at: time }))) refuseUnknown()
  const row = (await store.byId(tx, id)) ?? refuseUnknown()
  // Otherwise the blocked address would be free for the same page again.
  if (row.blocked_at !== null)
    throw new Refusal('forbidden', "This microsite is blocked. It can't be deleted until it is unblocked.")
  // Before the slug, in the same order as creation, so that the two can't deadlock.
  await accounts.giveBackUnit(tx, { userId, metric: 'microsites', now })
  await held.give(tx, id, { from: userId, to: workspaceOfDeleted, hidden: 1, now: time })
  const kept: Kept = { hidden: row.hidden }
  await history.deleted.keep(tx, { subject: subjectNumber('microsite', id), userId, kept, now })
  await recordPage({ history }, tx, microsite, { ...recorded, action: 'deleted', changes: {} })
  await store.announceSlug(tx, row)
  return row
}

/** Brings a deleted microsite back as it was; refuses with `undo_conflict` if that is no longer possible. */
export async function bringBack(
  { store, held, history, accounts }: DeletingNeeds,
  tx: Tx,
  microsite: VersionedMicrosite,
  { plan, ...recorded }: Recorded & { plan: Plan },
): Promise<MicrositeRow> {
  const { id, userId } = microsite
  const { now } = recorded
  const found = await history.deleted.take(tx, userId, subjectNumber('microsite', id))
  if (!found)
    throw new Refusal(
      'undo_conflict',
      'This microsite can’t be restored: an hour has passed, or its slug is in use again.',
    )
  const { hidden } = JSON.parse(found.kept) as Kept
  await accounts.takeUnit(tx, { userId, plan, metric: 'microsites', now })
  await held.give(tx, id, { from: workspaceOfDeleted, to: userId, hidden, now: unixSeconds(now) })
  const row = (await store.byId(tx, id)) ?? refuseUnknown()
  await recordPage({ history }, tx, microsite, { ...recorded, action: 'undeleted', changes: {} })
  await store.announceSlug(tx, row)
  return row
}

const microsites = { from: subjectNumber('microsite', 0), until: subjectNumber('component', 0) }

/**
 * Marks some of the microsites whose deletion is final (or, with `userId`, of all that the workspace deleted) to be swept;
 * false if there are none.
 */
export async function endDeletions(
  { store, held, history }: Omit<DeletingNeeds, 'accounts'>,
  now: number,
  userId?: number,
): Promise<boolean> {
  const due = await history.deleted.due(microsites, userId === undefined ? { now } : { userId })
  if (due.length === 0) return false
  for (const { subject, user_id, deleted_at } of due)
    await store.transaction(async (tx) => {
      const { id } = subjectOf(subject)
      const slug = await held.slugOf(tx, id)
      await held.endDeletion(tx, { id, userId: user_id }, deleted_at)
      if (slug) await store.announceSlug(tx, slug)
    })
  await history.deleted.forget(due.map(({ subject }) => subject))
  return true
}
