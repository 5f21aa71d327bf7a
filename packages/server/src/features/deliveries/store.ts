// The SQL of deliveries: who listens to an account's events, and what each endpoint is told.
import { type Selectable, sql } from 'kysely'
import type { BulkTable } from '../../db/bulk-rows.ts'
import { type BareDatabase, type Database, type Query, within } from '../../db/database.ts'
import type { WebhookDeliveryTable } from '../../db/schema.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../platform/transaction.ts'

/** An endpoint that is told of some events of its account. */
export interface Listener {
  id: number
  userId: number
  events: ReadonlySet<string>
}

/** An event for one endpoint. */
export type NewDelivery = Pick<
  WebhookDeliveryTable,
  'endpoint_id' | 'event_id' | 'event_type' | 'body' | 'created_at'
>

const newDeliveries: BulkTable<NewDelivery> = {
  name: 'webhook_deliveries',
  key: [],
  columns: {
    endpoint_id: 'bigint',
    event_id: 'text',
    event_type: 'text',
    body: 'text',
    created_at: 'bigint',
  },
}

export class DeliveryStore {
  constructor(private readonly db: BareDatabase) {}

  /** The endpoints that listen to what happens to an account now. */
  async listeners(tx: Tx, userId: number): Promise<Listener[]> {
    const { rows } = await listenersOf(within(tx), { userId })
    return rows.map(listener)
  }

  /** Writes what is to be sent, in the order in which its first attempts shall start. */
  async insert(tx: Tx, deliveries: NewDelivery[]): Promise<void> {
    await this.db.bulk.insert(tx, newDeliveries, deliveries)
  }
}

const listenersOf = statement((query, { userId }: { userId: number }) =>
  listening(query).where('user_id', '=', userId),
)

/**
 * The endpoints that are told of events: neither switched off nor deleted, of an account that there is, and, where one
 * was subscribed with a credential, not longer than that is accepted.
 */
function listening(query: Query) {
  return query
    .selectFrom('webhook_endpoints as endpoint')
    .innerJoin('users', 'users.id', 'endpoint.user_id')
    .select(['endpoint.id', 'endpoint.user_id', 'endpoint.events'])
    .where('users.deleted_at', 'is', null)
    .where('endpoint.deleted_at', 'is', null)
    .where('endpoint.disabled_at', 'is', null)
    .where(credentialStands)
    .orderBy('endpoint.id')
}

/** Whether the API key, or the application, that subscribed the row `endpoint` is still accepted. */
export const credentialStands = sql<boolean>`(
  (endpoint.key_id is null or exists (
    select 1 from api_keys where api_keys.id = endpoint.key_id and api_keys.revoked_at is null))
  and (endpoint.app_id is null or exists (
    select 1 from oauth_consents inner join oauth_apps on oauth_apps.id = oauth_consents.app_id
      where oauth_consents.app_id = endpoint.app_id and oauth_consents.user_id = endpoint.user_id
        and oauth_apps.deleted_at is null)))`

function listener({ id, user_id, events }: { id: number; user_id: number; events: string }): Listener {
  return { id, userId: user_id, events: new Set(events.split(' ')) }
}

export type DeliveryRow = Selectable<WebhookDeliveryTable>

/** Which deliveries of an endpoint: so many of them, before an event, of one state. */
export interface DeliveryFilter {
  status?: 'waiting' | 'delivered' | 'failed'
  before?: string
  limit: number
}

/** The deliveries of one endpoint, for its owner. */
export class DeliveryRecordStore {
  constructor(private readonly db: Database) {}

  /** Newest first. Asked aside: those of one state may be far between. */
  page(endpointId: number, { status, before, limit }: DeliveryFilter): Promise<DeliveryRow[]> {
    let query = this.db.readAside
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('endpoint_id', '=', endpointId)
      .orderBy('event_id', 'desc')
      .limit(limit)
    if (before !== undefined) query = query.where('event_id', '<', before)
    if (status === 'waiting') query = query.where('next_at', 'is not', null)
    // As a word of the statement and no parameter, so that it is known to fit the index of the failed ones.
    else if (status === 'failed') query = query.where(sql<boolean>`failed = 1`).where('next_at', 'is', null)
    else if (status === 'delivered') query = query.where('next_at', 'is', null).where('failed', '=', 0)
    return query.execute()
  }

  byEvent(tx: Tx | null, endpointId: number, eventId: string): Promise<DeliveryRow | undefined> {
    return (tx ? within(tx) : this.db.read)
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('endpoint_id', '=', endpointId)
      .where('event_id', '=', eventId)
      .executeTakeFirst()
  }

  add(tx: Tx, delivery: NewDelivery): Promise<DeliveryRow> {
    return within(tx)
      .insertInto('webhook_deliveries')
      .values(delivery)
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Begins a round of attempts; what was never tried (0) is left as it is. */
  async makeDue(tx: Tx, endpointId: number, eventId: string, now: number): Promise<void> {
    await within(tx)
      .updateTable('webhook_deliveries')
      .set({ next_at: now, tries: 0, failed: 0 })
      .where('endpoint_id', '=', endpointId)
      .where('event_id', '=', eventId)
      .where((where) => where.or([where('next_at', 'is', null), where('next_at', '<>', 0)]))
      .execute()
  }

  /** Deletes some of them; false where there was none. */
  async eraseSome(tx: Tx, endpointId: number): Promise<boolean> {
    const query = within(tx)
    const some = query
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('endpoint_id', '=', endpointId)
      .limit(rowsPerDelete)
    const { numDeletedRows } = await query
      .deleteFrom('webhook_deliveries')
      .where('id', 'in', some)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
}

// Short enough that nobody waits for a transaction that deletes so many rows.
const rowsPerDelete = 500
