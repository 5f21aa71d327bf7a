// The SQL of fan-outs: writing them in the transaction of the change, and expanding them, one batch of one account at a time.
import { type Selectable, sql } from 'kysely'
import type { BulkTable } from '../../db/bulk-rows.ts'
import { type BareDatabase, type Query, within } from '../../db/database.ts'
import type { WebhookFanoutTable } from '../../db/schema.ts'
import type { Tx } from '../../platform/transaction.ts'
import { expand, type FanoutContent, type FanoutEndpoint } from './fanout.ts'
import type { OutboxStore } from './outbox-store.ts'

export interface NewFanout {
  userId: number
  endpoints: readonly FanoutEndpoint[]
  content: FanoutContent
  /** Unix seconds. */
  createdAt: number
}

// Deliveries that are written in one transaction, which blocks other writers on SQLite.
const mostRows = 200
const prunedAtOnce = 100

const newFanouts: BulkTable<Omit<Selectable<WebhookFanoutTable>, 'id' | 'next'>> = {
  name: 'webhook_fanouts',
  key: [],
  columns: { user_id: 'bigint', endpoints: 'text', content: 'text', created_at: 'bigint' },
}

export class FanoutStore {
  constructor(
    private readonly db: BareDatabase,
    private readonly outbox: Pick<OutboxStore, 'insert' | 'undeleted'>,
  ) {}

  async insert(tx: Tx, fanouts: readonly NewFanout[]): Promise<void> {
    const rows = fanouts.map(({ userId, endpoints, content, createdAt }) => ({
      user_id: userId,
      endpoints: JSON.stringify(endpoints),
      content: JSON.stringify(content),
      created_at: createdAt,
    }))
    if (rows.length > 0) await this.db.bulk.insert(tx, newFanouts, rows)
  }

  /** The next account with a fan-out after this one, starting again at the end; null if there is none. */
  async nextAccount(after: number): Promise<number | null> {
    const { rows } = await sql<{ account: number | null }>`select coalesce(
      (select min(user_id) from webhook_fanouts where user_id > ${after}),
      (select min(user_id) from webhook_fanouts)) as account`.execute(this.db.read)
    const account = rows[0]?.account ?? null
    return account === null ? null : Number(account)
  }

  /**
   * Expands a batch of an account's oldest fan-out: writes its events with a delivery for each endpoint, and
   * stores the progress in the same transaction. If another node was first, nothing is written. Endpoints
   * that were deleted meanwhile get nothing; whether one is turned off or has lost its credential is checked
   * when a delivery is sent.
   */
  async expandSome(userId: number): Promise<void> {
    const fanout = await this.db.read
      .selectFrom('webhook_fanouts')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!fanout) return
    const content = JSON.parse(fanout.content) as FanoutContent
    const endpoints = JSON.parse(fanout.endpoints) as FanoutEndpoint[]
    await this.db.transaction(async (tx) => {
      const undeleted = await this.outbox.undeleted(
        tx,
        endpoints.map(([id]) => id),
      )
      const { events, next } = expand(
        content,
        endpoints.filter(([id]) => undeleted.has(id)),
        fanout.next,
        mostRows,
      )
      const isLast = next >= content.entries.length
      const isFirst = await moveOn(within(tx), fanout, isLast ? null : next)
      if (isFirst && events.length > 0) await this.outbox.insert(tx, events)
    })
  }

  /** Deletes some that were written before a given time (Unix seconds); returns whether there may be more. */
  async deleteBefore(moment: number): Promise<boolean> {
    const oldest = await this.db.read
      .selectFrom('webhook_fanouts')
      .select(['id', 'created_at'])
      .orderBy('id')
      .limit(prunedAtOnce)
      .execute()
    const ids = oldest.filter(({ created_at }) => created_at < moment).map(({ id }) => id)
    return await this.delete(ids)
  }

  /** Deletes some of an account's fan-outs; returns whether there may be more. */
  async deleteOf(userId: number): Promise<boolean> {
    const some = await this.db.read
      .selectFrom('webhook_fanouts')
      .select('id')
      .where('user_id', '=', userId)
      .limit(prunedAtOnce)
      .execute()
    return await this.delete(some.map(({ id }) => id))
  }

  private async delete(ids: readonly number[]): Promise<boolean> {
    if (ids.length === 0) return false
    await this.db.transaction((tx) =>
      within(tx).deleteFrom('webhook_fanouts').where('id', 'in', ids).execute(),
    )
    return true
  }
}

/** Stores the entry at which to continue, or deletes a fan-out that is done (null); false if another node was first. */
async function moveOn(
  query: Query,
  fanout: { id: number; next: number },
  next: number | null,
): Promise<boolean> {
  if (next === null) {
    const { numDeletedRows } = await query
      .deleteFrom('webhook_fanouts')
      .where('id', '=', fanout.id)
      .where('next', '=', fanout.next)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const { numUpdatedRows } = await query
    .updateTable('webhook_fanouts')
    .set({ next })
    .where('id', '=', fanout.id)
    .where('next', '=', fanout.next)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
