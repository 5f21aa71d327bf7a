// The SQL of blocks on links, by an administrator or by a block list.
import { within } from '../../../db/database.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { type LinkRow, linkRows } from './store.ts'

/** Blocks a link, or unblocks it (null); false if nothing changes. */
export async function setLinkBlocked(
  tx: Tx,
  id: number,
  block: { at: number; reason: string } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await within(tx)
    .updateTable('links')
    .set({
      blocked_at: block?.at ?? null,
      blocked_reason: block?.reason ?? null,
      blocked_destinations: null,
    })
    .where('id', '=', id)
    .where('blocked_at', block ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records where a link led when it was blocked. */
export async function setBlockedDestinations(tx: Tx, id: number, all: readonly string[]): Promise<void> {
  await within(tx)
    .updateTable('links')
    .set({ blocked_destinations: JSON.stringify(all) })
    .where('id', '=', id)
    .execute()
}

/** Records when an administrator vouched for a link's destinations (Unix seconds), or that nobody does (null). */
export async function setVouched(tx: Tx, id: number, at: number | null): Promise<void> {
  await within(tx).updateTable('links').set({ vouched_at: at }).where('id', '=', id).execute()
}

/** Marks these links as found on a block list, and returns those that were not marked before. */
export async function markListed(tx: Tx, ids: number[], now: number): Promise<LinkRow[]> {
  const noted = await within(tx)
    .updateTable('links')
    .set({ listed_at: now })
    .where('id', 'in', ids)
    .where('listed_at', 'is', null)
    .where('vouched_at', 'is', null)
    .returning('id')
    .execute()
  if (noted.length === 0) return []
  const numbers = noted.map(({ id }) => id)
  return await linkRows(within(tx)).where('links.id', 'in', numbers).orderBy('links.id').execute()
}

/** Of these accounts, those with another link that was found on a block list since a moment: they were notified then. */
export async function ownersNotifiedSince(
  tx: Tx,
  { userIds, except, since }: { userIds: number[]; except: number[]; since: number },
): Promise<Set<number>> {
  const links = within(tx)
    .selectFrom('links')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', userIds)
    .where('id', 'not in', except)
    .where('listed_at', '>=', since)
  return new Set((await links.execute()).map(({ user_id }) => user_id))
}
