// The SQL of deleted microsites, which can come back for an hour, and of what their history tells of them.
import { sql } from 'kysely'
import { type Database, within } from '../../../../db/database.ts'
import type { Tx } from '../../../../platform/transaction.ts'
import { workspaceOfDeleted } from '../../../links/history/index.ts'
import type { VersionedMicrosite } from '../version-store.ts'

const contentsAtOnce = 500

export class MicrositeHistoryStore {
  constructor(private readonly db: Database) {}

  /**
   * Gives a microsite to nobody, or back to its workspace. It is hidden meanwhile, because older nodes don't know the
   * difference.
   */
  async give(
    tx: Tx,
    id: number,
    { from, to, hidden, now }: { from: number; to: number; hidden: number; now: number },
  ): Promise<void> {
    await within(tx)
      .updateTable('microsites')
      .set({ user_id: to, hidden, updated_at: now })
      .where('user_id', '=', from)
      .where('id', '=', id)
      .execute()
  }

  /** Marks a microsite that can't come back any more, and its components, to be swept, and frees its slug. */
  async endDeletion(tx: Tx, { id, userId }: VersionedMicrosite, deletedAt: number): Promise<void> {
    await within(tx)
      .updateTable('components')
      .set({ deleted_at: deletedAt })
      .where('user_id', '=', userId)
      .where('microsite_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute()
    await within(tx)
      .updateTable('microsites')
      .set({ user_id: userId, deleted_at: deletedAt })
      .where('user_id', '=', workspaceOfDeleted)
      .where('id', '=', id)
      .execute()
    await within(tx).deleteFrom('codes').where('microsite_id', '=', id).execute()
  }

  /**
   * Erases what entries of before a moment (Unix seconds) say of components, which may have been deleted since; false if there
   * are none.
   */
  async forgetContents(before: number): Promise<boolean> {
    return await this.db.transaction(async (tx) => {
      const old = within(tx)
        .selectFrom('history')
        .select(['subject', 'revision'])
        // Exactly the conditions of the partial index.
        .where(sql<boolean>`kind = 'component' and changes <> '{}'`)
        .where('at', '<', before)
        .limit(contentsAtOnce)
      const { numUpdatedRows } = await within(tx)
        .updateTable('history')
        .set({ changes: '{}' })
        .where((where) =>
          where(where.refTuple('subject', 'revision'), 'in', old.$asTuple('subject', 'revision')),
        )
        .executeTakeFirst()
      return numUpdatedRows > 0n
    })
  }

  /** The slug that a microsite has, or still holds. */
  async slugOf(tx: Tx, id: number): Promise<{ domain_id: number; slug: string } | undefined> {
    return await within(tx)
      .selectFrom('codes')
      .select(['domain_id', 'code as slug'])
      .where('microsite_id', '=', id)
      .executeTakeFirst()
  }

  /** The ids and slugs of those microsites that the workspace has, or that were deleted. */
  async named(
    userId: number,
    ids: readonly number[],
  ): Promise<{ id: number; public_id: string; slug: string | null }[]> {
    return await this.db
      .readInWorker(userId)
      .selectFrom('microsites')
      .leftJoin('codes', 'codes.microsite_id', 'microsites.id')
      .select(['microsites.id', 'microsites.public_id', 'codes.code as slug'])
      .where('microsites.id', 'in', ids)
      .where('microsites.user_id', 'in', [userId, workspaceOfDeleted])
      .execute()
  }
}
