// The SQL of the audit log.
import { type Database, within } from '../../db/database.ts'
import type { AuditEventTable } from '../../db/schema.ts'
import type { Tx } from '../../platform/transaction.ts'

export type AuditRow = AuditEventTable

export class AuditStore {
  constructor(private readonly db: Database) {}

  async insert(tx: Tx, row: AuditRow): Promise<void> {
    await within(tx).insertInto('audit_events').values(row).execute()
  }

  /** Newest first; those before the line `before`, where there is one. */
  page(userId: number, before: string | null, limit: number): Promise<AuditRow[]> {
    const query = this.db.read
      .selectFrom('audit_events')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(limit)
    return (before === null ? query : query.where('id', '<', before)).execute()
  }

  async countSince(userId: number, action: string, since: number): Promise<number> {
    const row = await this.db.read
      .selectFrom('audit_events')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('action', '=', action)
      .where('at', '>=', since)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }

  async deleteBefore(moment: number): Promise<void> {
    await this.db.transaction((tx) =>
      within(tx).deleteFrom('audit_events').where('at', '<', moment).execute(),
    )
  }
}
