// The SQL of one-time links.
import { deleteInBatches } from '../../../db/batched-deletes.ts'
import { type Database, within } from '../../../db/database.ts'
import type { OneTimeLinkTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type OneTimeLinkRow = OneTimeLinkTable

export class OneTimeLinkStore {
  constructor(private readonly db: Database) {}

  /** Locks this name until the transaction ends. */
  lock(tx: Tx, name: string): Promise<void> {
    return this.db.lock(tx, [`one-time:${name}`])
  }

  /** Inserts a link, or replaces the one with the same token. */
  async put(tx: Tx, row: OneTimeLinkRow): Promise<void> {
    const { token_hash: _token, ...changes } = row
    await within(tx)
      .insertInto('one_time_links')
      .values(row)
      .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(changes))
      .execute()
  }

  /** Inserts a link; false if there is one with the same token. */
  async insertNew(tx: Tx, row: OneTimeLinkRow): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await within(tx)
      .insertInto('one_time_links')
      .values(row)
      .onConflict((conflict) => conflict.column('token_hash').doNothing())
      .executeTakeFirst()
    return Boolean(numInsertedOrUpdatedRows)
  }

  /** A link that is neither used nor expired. */
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

  /** Uses a link up and clears its payload; false if it was used already or has expired. */
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

  /** Uses up all links of the account. */
  async useAllOf(tx: Tx, userId: number, now: number): Promise<void> {
    await within(tx)
      .updateTable('one_time_links')
      .set({ used_at: now, payload: '{}' })
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .execute()
  }

  /** Replaces the payload `current` with `next`; false if it has changed, or the link was used. */
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

  /** How many links were issued to this subject since a given time. */
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

  /** The newest valid links of a purpose. */
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

  /** Deletes an unused link; returns its subject, or null if there is no such link. */
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
