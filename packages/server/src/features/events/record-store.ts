// The SQL of deliveries as the owners of endpoints see them: reading them, sending them again, and deleting them.
import { type Selectable, sql } from 'kysely'
import { type Database, type Query, within } from '../../db/database.ts'
import type { WebhookDeliveryTable, WebhookEventTable } from '../../db/schema.ts'
import type { Tx } from '../../platform/transaction.ts'

/** A delivery with its event, whose public identifier is `id`. */
export type DeliveryRow = Pick<Selectable<WebhookDeliveryTable>, 'next_at' | 'failed' | 'attempts'> &
  Pick<Selectable<WebhookEventTable>, 'type' | 'body' | 'created_at'> & { id: string }

/** Which deliveries of an endpoint: those before an event, of one state, and at most how many. */
export interface DeliveryFilter {
  /** The owner of the endpoint. */
  userId: number
  status?: 'waiting' | 'delivered' | 'failed'
  before?: string
  limit: number
}

// The most characters of bodies and attempts in one response: a hundred deliveries can be many megabytes.
const mostCharacters = 1_000_000

/** The deliveries of one endpoint, for its owner. */
export class RecordStore {
  constructor(private readonly db: Database) {}

  /**
   * Newest first: at most `limit`, and fewer if they are large; `next` is the cursor of the next page. Read in the query
   * worker, because deliveries of one state may be far between.
   */
  async page(
    endpointId: number,
    { userId, status, before, limit }: DeliveryFilter,
  ): Promise<{ rows: DeliveryRow[]; next: string | null }> {
    const ofEndpoint = joined(this.db.readInWorker(userId))
      .where('delivery.endpoint_id', '=', endpointId)
      .orderBy('delivery.event_id', 'desc')
    let query = ofEndpoint
      .select(['delivery.event_id', 'event.public_id'])
      .select(sql<number>`length(event.body) + length(delivery.attempts)`.as('size'))
      .limit(limit + 1)
    if (before !== undefined)
      query = query.where('delivery.event_id', '<', (where) =>
        where.selectFrom('webhook_events').select('id').where('public_id', '=', before),
      )
    if (status === 'waiting') query = query.where('next_at', 'is not', null)
    // Not as a parameter, so that the engine knows that the index of failed deliveries applies.
    else if (status === 'failed') query = query.where(sql<boolean>`failed = 1`).where('next_at', 'is', null)
    else if (status === 'delivered') query = query.where('next_at', 'is', null).where('failed', '=', 0)
    const found = await query.execute()
    let total = 0
    const shown = found.slice(0, limit).filter(({ size }, index) => {
      total += Number(size)
      return index === 0 || total <= mostCharacters
    })
    if (shown.length === 0) return { rows: [], next: null }
    const numbers = shown.map(({ event_id }) => event_id)
    const rows = await ofEndpoint.where('delivery.event_id', 'in', numbers).select(recordColumns).execute()
    return { rows, next: found.length > shown.length ? (shown.at(-1)?.public_id ?? null) : null }
  }

  byEvent(tx: Tx | null, endpointId: number, eventId: string): Promise<DeliveryRow | undefined> {
    return joined(tx ? within(tx) : this.db.read)
      .select(recordColumns)
      .where('delivery.endpoint_id', '=', endpointId)
      .where('event.public_id', '=', eventId)
      .executeTakeFirst()
  }

  /** Starts the retry schedule again; a delivery that was never attempted (0) is left as it is. */
  async makeDue(tx: Tx, endpointId: number, eventId: string, now: number): Promise<void> {
    await within(tx)
      .updateTable('webhook_deliveries')
      .set({ next_at: now, tries: 0, failed: 0 })
      .where('endpoint_id', '=', endpointId)
      .where('event_id', '=', (where) =>
        where.selectFrom('webhook_events').select('id').where('public_id', '=', eventId),
      )
      .where((where) => where.or([where('next_at', 'is', null), where('next_at', '<>', 0)]))
      .execute()
  }

  /** Deletes some deliveries of an endpoint, and events that have none left; false if there were none. */
  async eraseSome(tx: Tx, endpointId: number): Promise<boolean> {
    const query = within(tx)
    const some = await query
      .selectFrom('webhook_deliveries')
      .select('event_id')
      .where('endpoint_id', '=', endpointId)
      .limit(rowsPerDelete)
      .execute()
    const events = some.map(({ event_id }) => event_id)
    if (events.length === 0) return false
    await query
      .deleteFrom('webhook_deliveries')
      .where('endpoint_id', '=', endpointId)
      .where('event_id', 'in', events)
      .execute()
    await query
      .deleteFrom('webhook_events')
      .where('id', 'in', events)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('webhook_deliveries')
              .select('event_id')
              .whereRef('webhook_deliveries.event_id', '=', 'webhook_events.id'),
          ),
        ),
      )
      .execute()
    return true
  }

  /**
   * Deletes some events from before a given time (Unix seconds) with their deliveries; returns whether there
   * may be more.
   */
  async deleteBefore(moment: number, most: number): Promise<boolean> {
    return await this.db.transaction(async (tx) => {
      const oldest = await within(tx)
        .selectFrom('webhook_events')
        .select('id')
        .where('created_at', '<', moment)
        .orderBy('created_at')
        .limit(most)
        .execute()
      const ids = oldest.map(({ id }) => id)
      if (ids.length === 0) return false
      await within(tx).deleteFrom('webhook_deliveries').where('event_id', 'in', ids).execute()
      await within(tx).deleteFrom('webhook_events').where('id', 'in', ids).execute()
      return true
    })
  }
}

function joined(query: Query) {
  return query
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
}

const recordColumns = [
  'event.public_id as id',
  'event.type',
  'event.body',
  'event.created_at',
  'delivery.next_at',
  'delivery.failed',
  'delivery.attempts',
] as const

// Few enough for the transaction that deletes them to be short.
const rowsPerDelete = 500
