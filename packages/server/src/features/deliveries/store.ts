// The SQL of deliveries: who listens to an account's events, and what each endpoint is told.
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { BulkChange, BulkTable } from '../../db/bulk-rows.ts'
import { type BareDatabase, type Database, type Query, within } from '../../db/database.ts'
import type { WebhookDeliveryTable, WebhookEventTable } from '../../db/schema.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { Outcome } from './attempts.ts'
import type { WrittenEvent } from './outbox.ts'
import type { Content, Target, Waiting } from './queue.ts'

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

/** An event, and the numbers of the endpoints that are told of it. */
export interface ToldEvent extends WrittenEvent {
  endpointIds: readonly number[]
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

// Rows that are written without letting visitors in between.
const rowsAtOnce = 500

type Found = Pick<WebhookDeliveryTable, 'event_id' | 'endpoint_id'> & { next_at: number; tries: number }
interface Changed {
  next_at: number | null
  tries: number
  failed: number
  attempts: string
}

/** What came of an attempt. */
export interface Ended {
  /** As it was when the attempt began. */
  endpoint: Target
  outcome: Outcome
  /** When the attempt began, in Unix seconds. */
  at: number
  /** A delivery that somebody has changed meanwhile stays as it is now. */
  was: Found
  becomes: Changed
}

const endedDeliveries: BulkChange<Found, Changed> = {
  name: 'webhook_deliveries',
  where: { event_id: 'bigint', endpoint_id: 'bigint', next_at: 'bigint', tries: 'bigint' },
  set: { next_at: 'bigint', tries: 'bigint', failed: 'bigint', attempts: 'text' },
}

// Of what is to be tried again, read at once.
const mostAgain = 32

export class DeliveryStore {
  /** Whether no other process can be sending. */
  readonly isAlone: boolean

  constructor(private readonly db: BareDatabase) {
    this.isAlone = db.engine === 'sqlite'
  }

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
  async insert(tx: Tx, events: readonly ToldEvent[]): Promise<void> {
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

  /** Whether there is any endpoint at all. */
  async hasEndpoints(): Promise<boolean> {
    const one = this.db.read.selectFrom('webhook_endpoints').select('id').limit(1)
    return (await one.executeTakeFirst()) !== undefined
  }

  /** The endpoints that something waits for at this moment (Unix seconds), and that no other process has leased. */
  async due(name: string, now: number): Promise<Target[]> {
    const { db } = this
    return await listening(db.read)
      .select(['endpoint.public_id', 'endpoint.url', 'endpoint.secrets', 'endpoint.failing_since'])
      .where('endpoint.id', 'in', withSomethingWaiting)
      .where(hasDue(now))
      .where(isFree(name, db.time))
      .execute()
  }

  /** Leases endpoints to a process for so many seconds, or renews that; answers those that it has now. */
  async lease(name: string, ids: number[], seconds: number): Promise<Set<number>> {
    const { time } = this.db
    const leased = await this.db.transaction((tx) =>
      within(tx)
        .updateTable('webhook_endpoints')
        .set({ leased_by: name, leased_until: sql<number>`${time} + ${seconds}` })
        .where('id', 'in', ids)
        .where(isFree(name, time))
        .returning('id')
        .execute(),
    )
    return new Set(leased.map(({ id }) => id))
  }

  /** Gives all leases of a process back. */
  async release(name: string): Promise<void> {
    await this.db.transaction((tx) =>
      within(tx)
        .updateTable('webhook_endpoints')
        .set({ leased_by: null, leased_until: null })
        .where('leased_by', '=', name)
        .execute(),
    )
  }

  /**
   * What is due at an endpoint: what was never tried, by its order behind `after`; and what is to be tried again, whose
   * content is read when it is sent.
   */
  async waiting(
    endpointId: number,
    { after, now, most }: { after: number; now: number; most: number },
  ): Promise<{ fresh: Waiting[]; again: Waiting[] }> {
    const [fresh, again] = await Promise.all([
      freshOf(this.db.read, { endpointId, after, most }),
      againOf(this.db.read, { endpointId, now, farFuture: now + farSeconds, most: mostAgain }),
    ])
    return {
      fresh: fresh.rows.map(({ event, next_at, tries, ...content }) => ({
        event,
        next_at: next_at ?? 0,
        tries,
        content: { ...content, attempts: '[]' },
      })),
      again: again.rows.map((row) => ({ ...row, next_at: row.next_at ?? 0, content: null })),
    }
  }

  /** What is sent of a delivery, and what came of it so far; undefined where it is gone. */
  async content(endpointId: number, event: number): Promise<Content | undefined> {
    return (await contentOf(this.db.read, { endpointId, event })).rows[0]
  }

  /** Writes down what came of attempts, in their order, and what that says of their endpoints. */
  async end(ended: readonly Ended[]): Promise<void> {
    const findings = [...Map.groupBy(ended, ({ endpoint }) => endpoint).entries()].map(findingOf)
    await this.db.transaction(async (tx) => {
      await this.db.bulk.change(
        tx,
        endedDeliveries,
        ended.map(({ was, becomes }) => ({ where: was, set: becomes })),
      )
      for (const { target, failingSince, gone } of findings) {
        // What another address answered, before its owner changed it, says nothing of the one of now.
        const there = within(tx)
          .updateTable('webhook_endpoints')
          .where('id', '=', target.id)
          .where('url', '=', target.url)
        if (failingSince !== target.failing_since) await there.set({ failing_since: failingSince }).execute()
        // Nor does what was said before it was switched on again.
        if (gone !== null)
          await there
            .set({ disabled_at: gone, disabled_reason: 'gone', owner_told_at: null })
            .where('disabled_at', 'is', null)
            .where('updated_at', '<=', gone)
            .execute()
      }
    })
    for (const { target, failingSince } of findings) target.failing_since = failingSince
  }

  /** Deletes some events of before a moment (Unix seconds) with their deliveries; answers whether there may be more. */
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

/** What attempts at one address say of it; `gone` is when an attempt began that was answered so. */
function findingOf([target, ended]: [Target, Ended[]]) {
  let failingSince = target.failing_since
  let gone: number | null = null
  for (const { outcome, at } of ended) {
    failingSince = outcome === 'delivered' ? null : (failingSince ?? at)
    if (outcome === 'gone') gone = at
  }
  return { target, failingSince, gone }
}

// Nothing is planned for later: a clock that was wrong for a moment has done that, and it is due now.
const farSeconds = 2 * 86_400

const freshOf = statement(
  (query, { endpointId, after, most }: { endpointId: number; after: number; most: number }) =>
    query
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
      .select(['delivery.event_id as event', 'delivery.next_at', 'delivery.tries'])
      .select(['event.public_id as id', 'event.type', 'event.body'])
      .where('delivery.endpoint_id', '=', endpointId)
      .where('delivery.next_at', '=', 0)
      .where('delivery.event_id', '>', after)
      .orderBy('delivery.event_id')
      .limit(most),
)

const againOf = statement(
  (query, values: { endpointId: number; now: number; farFuture: number; most: number }) =>
    query
      .selectFrom('webhook_deliveries')
      .select(['event_id as event', 'next_at', 'tries'])
      .where('endpoint_id', '=', values.endpointId)
      .where('next_at', '>', 0)
      .where((where) =>
        where.or([where('next_at', '<=', values.now), where('next_at', '>', values.farFuture)]),
      )
      .orderBy('next_at')
      .limit(values.most),
)

const contentOf = statement((query, { endpointId, event }: { endpointId: number; event: number }) =>
  query
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
    .select(['event.public_id as id', 'event.type', 'event.body', 'delivery.attempts'])
    .where('delivery.endpoint_id', '=', endpointId)
    .where('delivery.event_id', '=', event),
)

// From one endpoint to the next in the index of what waits: it costs as much as there are endpoints that something waits
// for, however much that is, and however many others there are.
const withSomethingWaiting = sql<number>`(
  with recursive queue (id) as (
    select min(endpoint_id) from webhook_deliveries where next_at is not null
    union all
    select (select min(endpoint_id) from webhook_deliveries where next_at is not null and endpoint_id > queue.id)
    from queue where queue.id is not null)
  select id from queue where id is not null)`

/** Leased by nobody else. A lease for far longer than any is given was made by a clock that was wrong for a moment. */
function isFree(name: string, time: RawBuilder<number>) {
  return sql<boolean>`(leased_until is null or leased_by = ${name} or leased_until <= ${time}
    or leased_until > ${time} + ${longestLeaseSeconds})`
}

const longestLeaseSeconds = 60

function hasDue(now: number) {
  return sql<boolean>`(exists (
    select 1 from webhook_deliveries as waiting
    where waiting.endpoint_id = endpoint.id and waiting.next_at <= ${now})
    or exists (
    select 1 from webhook_deliveries as waiting
    where waiting.endpoint_id = endpoint.id and waiting.next_at > ${now + farSeconds}))`
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

/**
 * Whether the API key, or the application, that subscribed the row `endpoint` is still accepted. An application is, as
 * long as the person's consent stands and not every grant of it was revoked: with the last of them it has itself gone. One
 * that has merely expired, as those do whose platform never refreshes, changes nothing.
 */
export const credentialStands = sql<boolean>`(
  (endpoint.key_id is null or exists (
    select 1 from api_keys where api_keys.id = endpoint.key_id and api_keys.revoked_at is null))
  and (endpoint.app_id is null or (exists (
    select 1 from oauth_consents inner join oauth_apps on oauth_apps.id = oauth_consents.app_id
      where oauth_consents.app_id = endpoint.app_id and oauth_consents.user_id = endpoint.user_id
        and oauth_apps.deleted_at is null)
    and (exists (
      select 1 from oauth_grants as held where held.user_id = endpoint.user_id
        and held.app_id = endpoint.app_id and held.revoked_at is null)
    or not exists (
      select 1 from oauth_grants as held where held.user_id = endpoint.user_id
        and held.app_id = endpoint.app_id)))))`

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

/** A delivery with its event, whose public identifier is `id`. */
export type DeliveryRow = Pick<Selectable<WebhookDeliveryTable>, 'next_at' | 'failed' | 'attempts'> &
  Pick<Selectable<WebhookEventTable>, 'type' | 'body' | 'created_at'> & { id: string }

/** Which deliveries of an endpoint: so many of them, before an event, of one state. */
export interface DeliveryFilter {
  status?: 'waiting' | 'delivered' | 'failed'
  before?: string
  limit: number
}

// Of the bodies and attempts in one answer: a hundred deliveries could be many megabytes.
const mostCharacters = 1_000_000

/** The deliveries of one endpoint, for its owner. */
export class DeliveryRecordStore {
  constructor(private readonly db: Database) {}

  /**
   * Newest first: at most `limit`, and of large ones only so many as go into an answer; `next` is the cursor of those
   * after them. Asked aside: those of one state may be far between.
   */
  async page(
    endpointId: number,
    { status, before, limit }: DeliveryFilter,
  ): Promise<{ rows: DeliveryRow[]; next: string | null }> {
    const ofEndpoint = joined(this.db.readAside)
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
    // As a word of the statement and no parameter, so that it is known to fit the index of the failed ones.
    else if (status === 'failed') query = query.where(sql<boolean>`failed = 1`).where('next_at', 'is', null)
    else if (status === 'delivered') query = query.where('next_at', 'is', null).where('failed', '=', 0)
    const found = await query.execute()
    let total = 0
    const shown = found.slice(0, limit).filter(({ size }, at) => {
      total += Number(size)
      return at === 0 || total <= mostCharacters
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

  /** Begins a round of attempts; what was never tried (0) is left as it is. */
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

  /** Deletes some of them, with the events that no other endpoint is told of; false where there was none. */
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

// Short enough that nobody waits for a transaction that deletes so many rows.
const rowsPerDelete = 500
