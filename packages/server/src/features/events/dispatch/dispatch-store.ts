// The SQL of sending: which endpoints have something due, whose they are to send to, and what came of it.
import { type RawBuilder, sql } from 'kysely'
import type { BulkChange } from '../../../db/bulk-rows.ts'
import { type BareDatabase, within } from '../../../db/database.ts'
import type { WebhookDeliveryTable } from '../../../db/schema.ts'
import { statement } from '../../../db/statement.ts'
import type { Outcome } from '../attempts.ts'
import { listening } from '../outbox-store.ts'
import type { Content, Target, Waiting } from './endpoint-queue.ts'

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

export class DispatchStore {
  /** Whether no other process can be sending. */
  readonly isAlone: boolean

  constructor(private readonly db: BareDatabase) {
    this.isAlone = db.engine === 'sqlite'
  }

  /** Whether there is any endpoint at all, or something that one has left to be expanded. */
  async hasWork(): Promise<boolean> {
    for (const table of ['webhook_endpoints', 'webhook_fanouts'] as const) {
      const one = await this.db.read.selectFrom(table).select('id').limit(1).executeTakeFirst()
      if (one !== undefined) return true
    }
    return false
  }

  /** How many deliveries wait for an attempt; no more than `most` are counted. */
  async countWaiting(most: number): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from (
      select 1 from webhook_deliveries where next_at is not null limit ${most}) as waiting_deliveries`.execute(
      this.db.read,
    )
    return Number(rows[0]?.waiting ?? 0)
  }

  /** The endpoints that something waits for at this moment (Unix seconds), and that no other process has leased. */
  async due(name: string, now: number): Promise<Target[]> {
    const { db } = this
    return await listening(db.read)
      .select(targetColumns)
      .where('endpoint.id', 'in', withSomethingWaiting)
      .where(hasDue(now))
      .where(isFree(name, db.time))
      .execute()
  }

  /** An endpoint as it is now; undefined where nothing is to be sent there any more. */
  async target(id: number): Promise<Target | undefined> {
    return (await targetOf(this.db.read, { id })).rows[0]
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
            .set({ disabled_at: gone, disabled_reason: 'gone' })
            .where('disabled_at', 'is', null)
            .where('updated_at', '=', target.updated_at)
            .execute()
      }
    })
    for (const { target, failingSince } of findings) target.failing_since = failingSince
  }
}

/** What attempts at one address say of it; `gone` is when an attempt began that was answered so. */
function findingOf([target, ended]: [Target, Ended[]]) {
  let failingSince = target.failing_since
  let gone: number | null = null
  for (const { outcome, at } of ended) {
    if (outcome === 'withheld') continue
    failingSince = outcome === 'delivered' ? null : (failingSince ?? at)
    if (outcome === 'gone') gone = at
  }
  return { target, failingSince, gone }
}

const targetColumns = [
  'endpoint.public_id',
  'endpoint.url',
  'endpoint.secrets',
  'endpoint.failing_since',
  'endpoint.updated_at',
] as const

const targetOf = statement((query, { id }: { id: number }) =>
  listening(query).select(targetColumns).where('endpoint.id', '=', id),
)

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
