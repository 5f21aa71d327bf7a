// The SQL of deliveries: who listens to an account's events, and what each endpoint is told.
import { sql } from 'kysely'
import type { BulkTable } from '../../db/bulk-rows.ts'
import { type BareDatabase, type Query, within } from '../../db/database.ts'
import type { WebhookDeliveryTable } from '../../db/schema.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../platform/transaction.ts'

/** An endpoint that is told of some events of its account. */
export interface Listener {
  id: number
  userId: number
  events: ReadonlySet<string>
}

/** A link as events of its clicks tell of it. */
export interface ClickedLinkRow {
  user_id: number
  public_id: string
  code: string
  /** null on the default domain. */
  domain_name: string | null
  long_url: string
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

  /** The accounts that are told of clicks or of scans at the moment. */
  async accountsToldOfClicks(): Promise<Set<number>> {
    const { rows } = await clickListeners(this.db.read, {})
    return new Set(rows.map(({ user_id }) => user_id))
  }

  /** The endpoints that listen to what happens to these accounts now, by account. */
  async listenersByAccount(tx: Tx, userIds: number[]): Promise<Map<number, Listener[]>> {
    const rows = await listening(within(tx)).where('user_id', 'in', fewLengths(userIds)).execute()
    return Map.groupBy(rows.map(listener), ({ userId }) => userId)
  }

  /** Those of the links that there are, by number, with what events tell of them. */
  async clickedLinks(tx: Tx, linkIds: number[]): Promise<Map<number, ClickedLinkRow>> {
    const rows = await within(tx)
      .selectFrom('links')
      .innerJoin('codes', 'codes.link_id', 'links.id')
      .leftJoin('domains', 'domains.id', 'codes.domain_id')
      .select(['links.id', 'links.user_id', 'links.public_id', 'links.long_url', 'codes.code'])
      .select('domains.name as domain_name')
      .where('links.id', 'in', fewLengths(linkIds))
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** Writes what is to be sent, in the order in which its first attempts shall start. */
  async insert(tx: Tx, deliveries: NewDelivery[]): Promise<void> {
    await this.db.bulk.insert(tx, newDeliveries, deliveries)
  }
}

const listenersOf = statement((query, { userId }: { userId: number }) =>
  listening(query).where('user_id', '=', userId),
)

const clickListeners = statement((query) =>
  listening(query).where((where) =>
    where.or([where('events', 'like', '%link.clicked%'), where('events', 'like', '%qr.scanned%')]),
  ),
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

const credentialStands = sql<boolean>`(
  (endpoint.key_id is null or exists (
    select 1 from api_keys where api_keys.id = endpoint.key_id and api_keys.revoked_at is null))
  and (endpoint.app_id is null or exists (
    select 1 from oauth_consents where oauth_consents.app_id = endpoint.app_id
      and oauth_consents.user_id = endpoint.user_id)))`

/**
 * The numbers with the last one repeated, so that there are as many as a power of two: each length of a list is a
 * statement of its own, which SQLite keeps prepared, and some are large.
 */
function fewLengths(ids: number[]): number[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length))
  return Array.from({ length }, (_, at) => ids[at] ?? (ids.at(-1) as number))
}

function listener({ id, user_id, events }: { id: number; user_id: number; events: string }): Listener {
  return { id, userId: user_id, events: new Set(events.split(' ')) }
}
