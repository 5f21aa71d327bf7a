// The SQL of the dispatcher: which endpoints have deliveries due, who has leased them, and the outcomes of attempts.
import { type RawBuilder, sql } from 'kysely'
import type { BulkChange } from '../../../db/bulk-rows.ts'
import { type BareDatabase, type Query, within } from '../../../db/database.ts'
import type { WebhookDeliveryTable } from '../../../db/schema.ts'
import { statement } from '../../../db/statement.ts'
import type { Outcome } from '../attempts.ts'
import { listening } from '../outbox-store.ts'
import type { DeliveryContent, Endpoint, PendingDelivery } from './endpoint-queue.ts'

type AttemptedRow = Pick<WebhookDeliveryTable, 'event_id' | 'endpoint_id'> & {
  next_at: number
  tries: number
}
interface RowChange {
  next_at: number | null
  tries: number
  failed: number
  attempts: string
}

/** The outcome of an attempt. */
export interface AttemptOutcome {
  /** As it was when the attempt began. */
  endpoint: Endpoint
  outcome: Outcome
  /** When the attempt began, in Unix seconds. */
  at: number
  /** If the row is different by now, it is left alone. */
  was: AttemptedRow
  becomes: RowChange
}

const attemptedDeliveries: BulkChange<AttemptedRow, RowChange> = {
  name: 'webhook_deliveries',
  where: { event_id: 'bigint', endpoint_id: 'bigint', next_at: 'bigint', tries: 'bigint' },
  set: { next_at: 'bigint', tries: 'bigint', failed: 'bigint', attempts: 'text' },
}

// Retries that are read at once.
const mostRetries = 32

export class DispatchStore {
  /** Whether this is the only process that sends. */
  readonly isAlone: boolean

  constructor(private readonly db: BareDatabase) {
    this.isAlone = db.engine === 'sqlite'
  }

  /** Whether there is any endpoint, or a fan-out that is still to be expanded. */
  async hasWork(): Promise<boolean> {
    for (const table of ['webhook_endpoints', 'webhook_fanouts'] as const) {
      const one = await this.db.read.selectFrom(table).select('id').limit(1).executeTakeFirst()
      if (one !== undefined) return true
    }
    return false
  }

  /** How many deliveries are pending; no more than `most` are counted. */
  async countPending(most: number): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from (
      select 1 from webhook_deliveries where next_at is not null limit ${most}) as waiting_deliveries`.execute(
      this.db.read,
    )
    return Number(rows[0]?.waiting ?? 0)
  }

  /** The endpoints that have a delivery due at `now` (Unix seconds) and that no other process has leased. */
  async due(name: string, now: number): Promise<Endpoint[]> {
    const { db } = this
    return await listening(db.read)
      .select(endpointColumns)
      .where('endpoint.id', 'in', withPendingDeliveries)
      .where(hasDue(now))
      .where(isFree(name, db.time))
      .execute()
  }

  /** An endpoint as it is now; undefined if nothing more may be sent to it. */
  async endpoint(id: number): Promise<Endpoint | undefined> {
    return (await endpointOf(this.db.read, { id })).rows[0]
  }

  /** Leases endpoints to a process for this many seconds, or renews its leases; returns those that it has now. */
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

  /** Releases all leases of a process. */
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
   * What is due for an endpoint: first attempts in the order of their events, beginning after the event
   * `after`; and retries, whose content is read when they are sent.
   */
  async pending(
    endpointId: number,
    { after, now, most }: { after: number; now: number; most: number },
  ): Promise<{ firstAttempts: PendingDelivery[]; retries: PendingDelivery[] }> {
    const [firstAttempts, retries] = await Promise.all([
      firstAttemptsOf(this.db.read, { endpointId, after, most }),
      retriesOf(this.db.read, { endpointId, now, farFuture: now + farSeconds, most: mostRetries }),
    ])
    return {
      firstAttempts: firstAttempts.rows.map(({ event, next_at, tries, ...content }) => ({
        event,
        next_at: next_at ?? 0,
        tries,
        content: { ...content, attempts: '[]' },
      })),
      retries: retries.rows.map((row) => ({ ...row, next_at: row.next_at ?? 0, content: null })),
    }
  }

  /** What a delivery sends, with its previous attempts; undefined if it was deleted. */
  async content(endpointId: number, event: number): Promise<DeliveryContent | undefined> {
    return (await contentOf(this.db.read, { endpointId, event })).rows[0]
  }

  /** Records the outcomes of attempts, in order, and what they say about their endpoints. */
  async record(outcomes: readonly AttemptOutcome[]): Promise<void> {
    const findings = [...Map.groupBy(outcomes, ({ endpoint }) => endpoint).entries()].map(findingOf)
    await this.db.transaction(async (tx) => {
      await this.db.bulk.change(
        tx,
        attemptedDeliveries,
        outcomes.map(({ was, becomes }) => ({ where: was, set: becomes })),
      )
      for (const finding of findings) await recordFinding(within(tx), finding)
      await recordRecoveries(within(tx), findings)
    })
    for (const { endpoint, failingSince } of findings) endpoint.failing_since = failingSince
  }
}

/** What attempts say about their endpoint; `goneAt` is the start of the one that was answered with 410. */
interface EndpointFinding {
  endpoint: Endpoint
  failingSince: number | null
  hasDelivered: boolean
  goneAt: number | null
}

function findingOf([endpoint, outcomes]: [Endpoint, AttemptOutcome[]]): EndpointFinding {
  let failingSince = endpoint.failing_since
  let goneAt: number | null = null
  for (const { outcome, at } of outcomes) {
    if (outcome === 'withheld') continue
    failingSince = outcome === 'delivered' ? null : (failingSince ?? at)
    if (outcome === 'gone') goneAt = at
  }
  const hasDelivered = outcomes.some(({ outcome }) => outcome === 'delivered')
  return { endpoint, failingSince, hasDelivered, goneAt }
}

async function recordFinding(
  query: Query,
  { endpoint, failingSince, hasDelivered, goneAt }: EndpointFinding,
): Promise<void> {
  // The endpoint was read before its attempts began. Others may have failed since, and the first failure counts.
  if (failingSince !== null && failingSince !== endpoint.failing_since)
    await changeAtSameUrl(query, endpoint)
      .set(({ fn, val }) => ({
        failing_since: hasDelivered ? failingSince : fn.coalesce('failing_since', val(failingSince)),
      }))
      .execute()
  // Answers from before its owner changed it or turned it on again don't count either.
  if (goneAt !== null)
    await changeAtSameUrl(query, endpoint)
      .set({ disabled_at: goneAt, disabled_reason: 'gone' })
      .where('disabled_at', 'is', null)
      .where('updated_at', '=', endpoint.updated_at)
      .execute()
}

/**
 * Clears `failing_since` of endpoints whose last attempt succeeded. One query finds them, because nearly all are healthy, and
 * what was read before an attempt doesn't show failures since.
 */
async function recordRecoveries(query: Query, findings: EndpointFinding[]): Promise<void> {
  const healthy = findings.filter(({ hasDelivered, failingSince }) => hasDelivered && failingSince === null)
  if (healthy.length === 0) return
  const ids = healthy.map(({ endpoint }) => endpoint.id)
  const failing = await query
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', 'in', ids)
    .where('failing_since', 'is not', null)
    .execute()
  const failingIds = new Set(failing.map(({ id }) => id))
  for (const { endpoint } of healthy)
    if (failingIds.has(endpoint.id))
      await changeAtSameUrl(query, endpoint).set({ failing_since: null }).execute()
}

/** What the previous URL of an endpoint answered says nothing about the current one. */
function changeAtSameUrl(query: Query, { id, url }: Endpoint) {
  return query.updateTable('webhook_endpoints').where('id', '=', id).where('url', '=', url)
}

const endpointColumns = [
  'endpoint.public_id',
  'endpoint.url',
  'endpoint.secrets',
  'endpoint.failing_since',
  'endpoint.updated_at',
] as const

const endpointOf = statement((query, { id }: { id: number }) =>
  listening(query).select(endpointColumns).where('endpoint.id', '=', id),
)

// No retry is planned further ahead than this, unless the clock was wrong; then it is due now.
const farSeconds = 2 * 86_400

const firstAttemptsOf = statement(
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

const retriesOf = statement(
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

// Jumps from one endpoint to the next in the index of pending deliveries: the cost depends only on the number of endpoints
// that have any, not on how many deliveries or other endpoints there are.
const withPendingDeliveries = sql<number>`(
  with recursive queue (id) as (
    select min(endpoint_id) from webhook_deliveries where next_at is not null
    union all
    select (select min(endpoint_id) from webhook_deliveries where next_at is not null and endpoint_id > queue.id)
    from queue where queue.id is not null)
  select id from queue where id is not null)`

/** Leased by no other process. A lease far longer than usual was made while the clock was wrong, and doesn't count. */
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
