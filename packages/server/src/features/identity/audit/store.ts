// The SQL of the audit log.

import { deleteInBatches, deleteSome } from '../../../db/batched-deletes.ts'
import { type Database, within } from '../../../db/database.ts'
import type { AuditEventTable } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/transaction.ts'

export type AuditRow = AuditEventTable
export type NamedAuditRow = AuditRow & {
  person_public_id: string | null
  name: string | null
  email: string | null
}

export interface AuditFilter {
  /** Only entries before the one with this id. */
  before?: string
  action?: string
  /** The id of the person who did it. */
  person?: string
  /** Unix seconds: from this time on, and before that one. */
  from?: number
  until?: number
}

export class AuditStore {
  constructor(private readonly db: Database) {}

  /** Locks this account's log until the transaction ends. */
  lock(tx: Tx, userId: number): Promise<void> {
    return this.db.lock(tx, [`audit:${userId}`])
  }

  async insert(tx: Tx, row: AuditRow): Promise<void> {
    await within(tx).insertInto('audit_events').values(row).execute()
  }

  /** A workspace's entries that match, newest first, each with who did it. */
  page(
    userId: number,
    { before, action, person, from, until }: AuditFilter,
    limit: number,
  ): Promise<NamedAuditRow[]> {
    return this.db
      .readInWorker(userId)
      .selectFrom('audit_events')
      .leftJoin('users as person', (join) =>
        join.onRef('person.id', '=', 'audit_events.person_id').on('person.deleted_at', 'is', null),
      )
      .selectAll('audit_events')
      .select(['person.public_id as person_public_id', 'person.name', 'person.email'])
      .where('audit_events.user_id', '=', userId)
      .$if(before !== undefined, (query) => query.where('audit_events.id', '<', before ?? ''))
      .$if(action !== undefined, (query) => query.where('audit_events.action', '=', action ?? ''))
      .$if(person !== undefined, (query) => query.where('person.public_id', '=', person ?? ''))
      .$if(from !== undefined, (query) => query.where('audit_events.at', '>=', from ?? 0))
      .$if(until !== undefined, (query) => query.where('audit_events.at', '<', until ?? 0))
      .orderBy('audit_events.id', 'desc')
      .limit(limit)
      .execute()
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
