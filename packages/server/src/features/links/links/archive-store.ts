// The SQL of archiving and restoring links.
import { type Database, within } from '../../../db/database.ts'
import type { Tx } from '../../../platform/transaction.ts'
import { type LinkRow, linkRows } from './store.ts'

interface BulkArchiving {
  userId: number
  publicIds: string[]
  isArchived: boolean
  now: number
}

/** What restoring a link loses. */
export type ArchivedState = Pick<LinkRow, 'archived_at' | 'archive_at'>

export class ArchiveStore {
  constructor(private readonly db: Database) {}

  /** Archives an active link; false if it was archived already. */
  async archive(tx: Tx, id: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('links')
      .set({ archived_at: now, updated_at: now })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Restores an archived link; false if it was active already. */
  async restore(tx: Tx, id: number, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('links')
      .set({ archived_at: null, archive_at: null, updated_at: now })
      .where('id', '=', id)
      .where('archived_at', 'is not', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Archives or restores links of the account, and returns those that changed, and what they were like before. */
  async setArchived(
    tx: Tx,
    { userId, publicIds, isArchived, now }: BulkArchiving,
  ): Promise<{ rows: LinkRow[]; before: Map<number, ArchivedState> }> {
    // Two requests that change the same links in a different order would deadlock.
    await this.db.lock(tx, [`archiving:${userId}`])
    const found = await within(tx)
      .selectFrom('links')
      .select(['id', 'archived_at', 'archive_at'])
      .where('user_id', '=', userId)
      .where('public_id', 'in', publicIds)
      .where('archived_at', isArchived ? 'is' : 'is not', null)
      .execute()
    const before = new Map(found.map(({ id, ...state }) => [id, state]))
    const state = isArchived ? { archived_at: now } : { archived_at: null, archive_at: null }
    const changed = await within(tx)
      .updateTable('links')
      .set({ ...state, updated_at: now })
      .where('user_id', '=', userId)
      .where('public_id', 'in', publicIds)
      .where('archived_at', isArchived ? 'is' : 'is not', null)
      .returning('id')
      .execute()
    if (changed.length === 0) return { rows: [], before }
    const ids = changed.map(({ id }) => id)
    const rows = await linkRows(within(tx)).where('links.id', 'in', ids).orderBy('links.id').execute()
    return { rows, before }
  }

  /** The given identifiers that belong to links of the account. */
  async owned(userId: number, publicIds: string[]): Promise<string[]> {
    const links = this.db.read
      .selectFrom('links')
      .select('public_id')
      .where('user_id', '=', userId)
      .where('public_id', 'in', publicIds)
    return (await links.execute()).map(({ public_id }) => public_id)
  }

  /** Active links whose archiving date has come. */
  due(tx: Tx, today: string, most: number): Promise<{ id: number }[]> {
    return within(tx)
      .selectFrom('links')
      .select('links.id')
      .where('links.archive_at', '<=', today)
      .where('links.archived_at', 'is', null)
      .where('links.user_id', '>', 0)
      .limit(most)
      .execute()
  }
}
