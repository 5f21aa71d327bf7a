// The SQL of the outbox: which endpoints subscribe to an account's events, and writing events and deliveries for them.
import { clickEventTypes, type EventType, eventScopes } from '@linnet/contract/event-types'
import { type Selectable, sql } from 'kysely'
import type { BulkTable } from '../../db/bulk-rows.ts'
import { type BareDatabase, type Query, within } from '../../db/database.ts'
import type { WebhookDeliveryTable, WebhookEventTable } from '../../db/schema.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { AddressedEvent } from './event.ts'

/** An endpoint that receives events of its account. */
export interface Listener {
  id: number
  userId: number
  /** The types that it subscribes to and that its credential may read. */
  events: ReadonlySet<string>
}

/** A link as events of its clicks describe it. */
export interface ClickedLinkRow {
  user_id: number
  public_id: string
  code: string
  /** Null on the default domain. */
  domain_name: string | null
  long_url: string
}

/** A microsite as events of its scans describe it. */
export interface ScannedMicrositeRow {
  user_id: number
  public_id: string
  slug: string
  title: string
}

const newEvents: BulkTable<Omit<Selectable<WebhookEventTable>, 'id'>> = {
  name: 'webhook_events',
  key: [],
  columns: { public_id: 'text', type: 'text', body: 'text', created_at: 'bigint' },
}

const newDeliveries: BulkTable<Pick<WebhookDeliveryTable, 'event_id' | 'endpoint_id'>> = {
  name: 'webhook_deliveries',
  key: [],
  columns: { event_id: 'bigint', endpoint_id: 'bigint' },
}

/** How many endpoints of an account receive its clicks and scans: the oldest ones, if there are more from before this limit. */
export const mostClickEndpoints = 20

// Rows that are written before other work of the event loop gets its turn.
const rowsAtOnce = 500

export class OutboxStore {
  constructor(private readonly db: BareDatabase) {}

  /** The endpoints that receive events of an account now. */
  async listeners(tx: Tx, userId: number): Promise<Listener[]> {
    const { rows } = await listenersOf(within(tx), { userId })
    return rows.map(listener)
  }

  /** The accounts that have an endpoint for clicks or scans now. */
  async accountsWithClickListeners(): Promise<Set<number>> {
    const { rows } = await clickListeners(this.db.read, {})
    return new Set(clickListenersOf(rows.map(listener)).map(({ userId }) => userId))
  }

  /** The endpoints that receive clicks or scans of these accounts now, by account; only the oldest ones of each. */
  async clickListeners(tx: Tx, userIds: number[]): Promise<Map<number, Listener[]>> {
    const rows = await listening(within(tx)).where('user_id', 'in', padded(userIds)).execute()
    const byAccount = Map.groupBy(clickListenersOf(rows.map(listener)), ({ userId }) => userId)
    for (const [userId, listeners] of byAccount) byAccount.set(userId, listeners.slice(0, mostClickEndpoints))
    return byAccount
  }

  /** Which of these endpoints are not deleted. */
  async undeleted(tx: Tx, ids: number[]): Promise<Set<number>> {
    const rows = await within(tx)
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('id', 'in', padded(ids))
      .where('deleted_at', 'is', null)
      .execute()
    return new Set(rows.map(({ id }) => id))
  }

  /** The links among these that exist, by number, with what events say about them. */
  async clickedLinks(tx: Tx, linkIds: number[]): Promise<Map<number, ClickedLinkRow>> {
    if (linkIds.length === 0) return new Map()
    const rows = await within(tx)
      .selectFrom('links')
      .innerJoin('codes', 'codes.link_id', 'links.id')
      .leftJoin('domains', 'domains.id', 'codes.domain_id')
      .select(['links.id', 'links.user_id', 'links.public_id', 'links.long_url', 'codes.code'])
      .select('domains.name as domain_name')
      .where('links.id', 'in', padded(linkIds))
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** The microsites among these that exist, by number, with what events say about them. */
  async scannedMicrosites(tx: Tx, ids: number[]): Promise<Map<number, ScannedMicrositeRow>> {
    if (ids.length === 0) return new Map()
    const rows = await within(tx)
      .selectFrom('microsites')
      .innerJoin('codes', 'codes.microsite_id', 'microsites.id')
      .select(['microsites.id', 'microsites.user_id', 'microsites.public_id', 'microsites.title'])
      .select('codes.code as slug')
      .where('microsites.id', 'in', padded(ids))
      .where('microsites.deleted_at', 'is', null)
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** Writes events with their deliveries, in the order in which the first attempts are to start. */
  async insert(tx: Tx, events: readonly AddressedEvent[]): Promise<void> {
    const rows = events.map(({ id, type, body, at }) => ({ public_id: id, type, body, created_at: at }))
    const numbers = await this.db.bulk.insertNumbered(tx, newEvents, rows, 'public_id')
    const deliveries = events.flatMap(({ id, endpointIds }) =>
      endpointIds.map((endpoint_id) => ({ event_id: numbers.get(id) as number, endpoint_id })),
    )
    for (let start = 0; start < deliveries.length; start += rowsAtOnce) {
      if (start > 0) await new Promise((resolve) => setImmediate(resolve))
      await this.db.bulk.insert(tx, newDeliveries, deliveries.slice(start, start + rowsAtOnce))
    }
  }
}

const listenersOf = statement((query, { userId }: { userId: number }) =>
  listening(query).where('user_id', '=', userId),
)

const clickListeners = statement((query) =>
  listening(query).where((where) =>
    where.or(clickEventTypes.map((type) => where('events', 'like', `%${type}%`))),
  ),
)

/**
 * The endpoints that receive events: not turned off or deleted, of an account that exists, and, if a
 * credential subscribed them, only as long as it is accepted.
 */
export function listening(query: Query) {
  return query
    .selectFrom('webhook_endpoints as endpoint')
    .innerJoin('workspaces', 'workspaces.id', 'endpoint.user_id')
    .select(['endpoint.id', 'endpoint.user_id', 'endpoint.events'])
    .select(credentialScopes.as('scopes'))
    .where('workspaces.deleted_at', 'is', null)
    .where('endpoint.deleted_at', 'is', null)
    .where('endpoint.disabled_at', 'is', null)
    .where(credentialStands)
    .orderBy('endpoint.id')
}

const sameMember = sql`coalesce(held.person_id, held.user_id) = coalesce(endpoint.person_id, endpoint.user_id)`

/**
 * Whether the API key or application that subscribed the row `endpoint` is still accepted. An application is accepted as
 * long as the consent stands, whoever connected it is a member, and not all of its grants by them were revoked. Grants that merely expired, as they do on
 * platforms that never refresh them, change nothing.
 */
export const credentialStands = sql<boolean>`(
  (endpoint.key_id is null or exists (
    select 1 from api_keys where api_keys.id = endpoint.key_id and api_keys.revoked_at is null
      and api_keys.orphaned_at is null))
  and (endpoint.app_id is null or (exists (
    select 1 from oauth_consents inner join oauth_apps on oauth_apps.id = oauth_consents.app_id
      where oauth_consents.app_id = endpoint.app_id and oauth_consents.user_id = endpoint.user_id
        and oauth_apps.deleted_at is null)
    and (exists (
      select 1 from oauth_grants as held where held.user_id = endpoint.user_id
        and held.app_id = endpoint.app_id and ${sameMember} and held.revoked_at is null)
    or not exists (
      select 1 from oauth_grants as held where held.user_id = endpoint.user_id
        and held.app_id = endpoint.app_id and ${sameMember}))))
  and (endpoint.person_id is null or exists (
    select 1 from workspace_members where workspace_members.workspace_id = endpoint.user_id
      and workspace_members.person_id = endpoint.person_id)))`

/**
 * The scopes of the credential that subscribed the row `endpoint`, separated by spaces; null if its owner created it. For
 * an application, those that the person has consented to.
 */
const credentialScopes = sql<string | null>`(case
  when endpoint.key_id is not null then coalesce(
    (select scopes from api_keys where api_keys.id = endpoint.key_id), '')
  when endpoint.app_id is not null then coalesce(
    (select scopes from oauth_consents where oauth_consents.app_id = endpoint.app_id
      and oauth_consents.user_id = endpoint.user_id), '')
  else null end)`

/** The events among these that a credential with these scopes may read; all of them for the owner (null). */
export function readableEvents<Type extends string>(events: readonly Type[], scopes: string | null): Type[] {
  if (scopes === null) return [...events]
  const held: readonly string[] = scopes.split(' ')
  return events.filter((type) => held.includes(eventScopes[type as EventType]))
}

/** The listeners that subscribe to clicks or scans, ordered by number. */
function clickListenersOf(listeners: Listener[]): Listener[] {
  return listeners
    .filter(({ events }) => clickEventTypes.some((type) => events.has(type)))
    .sort((one, other) => one.id - other.id)
}

/**
 * The numbers, padded to a power of two with the last one: SQLite keeps a prepared statement for each length
 * of the list, and some are large.
 */
function padded(ids: number[]): number[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length))
  return Array.from({ length }, (_, index) => ids[index] ?? (ids.at(-1) as number))
}

function listener({ id, user_id, events, scopes }: ListeningRow): Listener {
  return { id, userId: user_id, events: new Set(readableEvents(events.split(' '), scopes)) }
}

interface ListeningRow {
  id: number
  user_id: number
  events: string
  scopes: string | null
}
