// Deleting links for good. For an hour, a deleted link belongs to nobody: its row, code and statistics stay, and it can come
// back. Then it is erased.
import { type Link, lacksScope, Refusal } from '@linnet/contract'
import type { Change } from '../../../../platform/operations/change.ts'
import type { Caller } from '../../../../platform/operations/handler.ts'
import { unixSeconds } from '../../../../platform/time/clock.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import { type Clicks, subjectNumber } from '../../../clicks/index.ts'
import { type DeletedThing, type History, workspaceOfDeleted } from '../../history/index.ts'
import { namesIn } from '../../tags/index.ts'
import { linkRecord } from '../links.ts'
import type { LinkStore } from '../store.ts'
import type { PuttingBackNeeds } from './putting-back.ts'

/** What the row of a deleted link no longer says. */
interface Kept {
  archived_at: number | null
  tags: string[]
}

interface Deletion {
  link: { id: number; userId: number }
  change: Change
  undoes?: string
  /** Milliseconds. */
  now: number
}

/** Refuses a credential whose owner was only asked whether it may archive links. */
export function requireMayDelete({ mayDelete }: Caller): void {
  if (!mayDelete)
    throw lacksScope(
      'links:archive',
      'This credential was made before links could be deleted for good. Create a new one: deleting',
    )
}

/** Deletes a link; returns it as it was. Refuses a blocked one. */
export async function deleteLink(needs: PuttingBackNeeds, tx: Tx, deletion: Deletion): Promise<Link> {
  const { store, codes, linkHistory, history, tags, outbox, addresses } = needs
  const { link, change, undoes, now } = deletion
  const { id, userId } = link
  const time = unixSeconds(now)
  await store.change(tx, id, { updated_at: time })
  const before = await store.find(id, tx)
  if (before?.user_id !== userId) throw new Refusal('not_found')
  // Otherwise the blocked address would be free for another link to the same destination.
  if (before.blocked_at !== null)
    throw new Refusal('forbidden', "This link is blocked. It can't be deleted until it is unblocked.")
  const kept: Kept = { archived_at: before.archived_at, tags: namesIn(before.tags) }
  if (kept.tags.length > 0) await tags.replaceTags(tx, { id, tags: [] }, { userId, now })
  await linkHistory.give(tx, id, {
    userId: workspaceOfDeleted,
    archivedAt: before.archived_at ?? time,
    now: time,
  })
  await linkHistory.forgetImport(tx, userId, id)
  await history.deleted.keep(tx, { subject: id, userId, kept, now })
  await history.record(tx, change, {
    ...{ subject: id, userId, kind: 'link', action: 'deleted', changes: {}, undoes, now },
  })
  await codes.announce(tx, before)
  const data = linkRecord(addresses, before, now)
  await outbox.add(tx, userId, [{ type: 'link.deleted', data }], now)
  return data
}

/** Brings a deleted link back as it was; refuses with `undo_conflict` if that is no longer possible. */
export async function bringBack(needs: PuttingBackNeeds, tx: Tx, deletion: Deletion): Promise<Link> {
  const { store, codes, linkHistory, history, tags, outbox, addresses } = needs
  const { link, change, undoes, now } = deletion
  const { id, userId } = link
  const found = await history.deleted.take(tx, userId, id)
  if (!found)
    throw new Refusal(
      'undo_conflict',
      'This link can’t be restored: an hour has passed, or its code is in use again.',
    )
  const kept = JSON.parse(found.kept) as Kept
  await linkHistory.give(tx, id, { userId, archivedAt: kept.archived_at, now: unixSeconds(now) })
  if (kept.tags.length > 0) await tags.replaceTags(tx, { id, tags: kept.tags }, { userId, now })
  const after = await store.byId(tx, id)
  await history.record(tx, change, {
    ...{ subject: id, userId, kind: 'link', action: 'undeleted', changes: {}, undoes, now },
  })
  await codes.announce(tx, after)
  const data = linkRecord(addresses, after, now)
  await outbox.add(tx, userId, [{ type: 'link.restored', data }], now)
  return data
}

const links = { from: 0, until: subjectNumber('microsite', 0) }

/** Erases some of the links whose deletion is final (or, with `userId`, all that the workspace deleted); false if there are none. */
export async function eraseDeletedLinks(
  { store, history, clicks }: { store: LinkStore; history: History; clicks: Clicks },
  which: { now: number } | { userId: number },
): Promise<boolean> {
  const due = await history.deleted.due(links, which)
  if (due.length === 0) return false
  await clicks.settleAll()
  for (const [userId, things] of Map.groupBy(due, ({ user_id }: DeletedThing) => user_id)) {
    const ids = things.map(({ subject }) => subject)
    await clicks.eraseLinks(userId, ids)
    await store.delete(ids)
    await history.deleted.forget(ids)
  }
  return true
}
