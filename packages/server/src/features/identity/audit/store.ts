// The SQL of the audit log.

import { deleteInBatches, deleteSome } from '../../../db/batched-deletes.ts'
import { type Database, within } from '../../../db/database.ts'
import type { AuditEventTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type AuditRow = AuditEventTable

export class AuditStore {
  constructor(private readonly db: Database) {}

  /** Locks this account's log until the transaction ends. */
  lock(tx: Tx, userId: number): Promise<void> {
    return this.db.lock(tx, [`audit:${userId}`])
  }

  async insert(tx: Tx, row: AuditRow): Promise<void> {
    await within(tx).insertInto('audit_events').values(row).execute()
  }

  /** Newest first; only those before the entry `before`, if given. */
  page(userId: number, before: string | null, limit: number): Promise<AuditRow[]> {
    const query = this.db.read
      .selectFrom('audit_events')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(limit)
    return (before === null ? query : query.where('id', '<', before)).execute()
  }

  /** Deletes some of an account's entries; false if it has none. */
  async erase(userId: number): Promise<boolean> {
    return (await deleteSome(this.db, 'audit_events', 'id', ['user_id', '=', userId])) > 0
  }

  /** The time of the `nth` latest entry of this action; null if it isn't later than `since`. */
  async latest(tx: Tx, userId: number, action: string, nth: number, since: number): Promise<number | null> {
    const row = await within(tx)
      .selectFrom('audit_events')
      .select('at')
      .where('user_id', '=', userId)
      .where('action', '=', action)
      .where('at', '>', since)
      .orderBy('id', 'desc')
      .offset(nth - 1)
      .limit(1)
      .executeTakeFirst()
    return row?.at ?? null
  }

  deleteBefore(moment: number): Promise<void> {
    return deleteInBatches(this.db, 'audit_events', 'id', ['at', '<', moment])
  }
}
