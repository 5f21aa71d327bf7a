// The SQL of addresses that work once.

import { deleteInBatches } from '../../../db/batched-deletes.ts'
import { type Database, within } from '../../../db/database.ts'
import type { OneTimeLinkTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type OneTimeLinkRow = OneTimeLinkTable

export class OneTimeLinkStore {
  constructor(private readonly db: Database) {}

  /** Lets one transaction at a time go on that is about this name. */
  lock(tx: Tx, name: string): Promise<void> {
    return this.db.lock(tx, [`one-time:${name}`])
  }

  /** Keeps one, in place of what there is with the same token. */
  async put(tx: Tx, row: OneTimeLinkRow): Promise<void> {
    const { token_hash: _token, ...changes } = row
    await within(tx)
      .insertInto('one_time_links')
      .values(row)
      .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(changes))
      .execute()
  }

  /** One that is neither used nor too old. */
  valid(tokenHash: string, purpose: string, now: number): Promise<OneTimeLinkRow | undefined> {
    return this.db.read
      .selectFrom('one_time_links')
      .selectAll()
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
  }

  /** Uses it up, with what it held; false where somebody else was first, or it is too old. */
  async use(tx: Tx, tokenHash: string, purpose: string, now: number): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('one_time_links')
      .set({ used_at: now, payload: '{}' })
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Uses up all that the account has. */
  async useAllOf(tx: Tx, userId: number, now: number): Promise<void> {
    await within(tx)
      .updateTable('one_time_links')
      .set({ used_at: now, payload: '{}' })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute()
  }

  /** Puts `next` in place of `current`; false where that has changed, or it was used. */
  async swapPayload(tx: Tx, tokenHash: string, current: string, next: string): Promise<boolean> {
    const { numUpdatedRows } = await within(tx)
      .updateTable('one_time_links')
      .set({ payload: next })
      .where('token_hash', '=', tokenHash)
      .where('payload', '=', current)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** How many were made for this subject since a moment. */
  async countSince(tx: Tx, subject: string, purpose: string, since: number): Promise<number> {
    const { count } = await within(tx)
      .selectFrom('one_time_links')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('subject', '=', subject)
      .where('purpose', '=', purpose)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async deleteAllFor(tx: Tx, purpose: string): Promise<void> {
    await within(tx).deleteFrom('one_time_links').where('purpose', '=', purpose).execute()
  }

  /** The newest of a purpose that still work. */
  pending(purpose: string, now: number, most: number) {
    return this.db.read
      .selectFrom('one_time_links')
      .select(['token_hash', 'subject', 'created_at', 'expires_at'])
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .orderBy('token_hash')
      .limit(most)
      .execute()
  }

  /** Its subject; null where there is none of this purpose that was not used. */
  async delete(tx: Tx, tokenHash: string, purpose: string): Promise<string | null> {
    const row = await within(tx)
      .deleteFrom('one_time_links')
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .returning('subject')
      .executeTakeFirst()
    return row?.subject ?? null
  }

  deleteExpired(now: number): Promise<void> {
    return deleteInBatches(this.db, 'one_time_links', 'token_hash', ['expires_at', '<=', now])
  }
}
