// Click events are written in batches: these helpers block the next write, and read what has been written.
import type { ClickedLink } from '@linnet/contract'
import type { FreshDatabase } from '../databases.ts'
import { until } from '../timeouts.ts'
import { ask, type WrittenDelivery } from './webhooks.ts'

/** Limits a table to this many rows; the returned function lifts the limit. */
export async function allowRows(
  database: FreshDatabase,
  table: string,
  most: number,
): Promise<() => Promise<void>> {
  const isTooMany = `(select count(*) from ${table}) >= ${most}`
  if (!database.env.DATABASE_URL) {
    await ask(
      database,
      `create trigger full_${table} before insert on ${table} when ${isTooMany}
        begin select raise(abort, 'it is full'); end`,
    )
    return async () => void (await ask(database, `drop trigger full_${table}`))
  }
  await ask(
    database,
    `create or replace function refuse_${table}() returns trigger language plpgsql as
      $$ begin if ${isTooMany} then raise 'it is full'; end if; return new; end $$`,
  )
  await ask(
    database,
    `create trigger full_${table} before insert on ${table} for each row execute function refuse_${table}()`,
  )
  return async () => void (await ask(database, `drop trigger full_${table} on ${table}`))
}

/** The stored clicks that wait to be expanded into events, in order. */
export async function writtenClicks(database: FreshDatabase): Promise<ClickedLink['click'][]> {
  const rows = await ask<{ content: string }>(database, 'select content from webhook_fanouts order by id')
  return rows.flatMap(({ content }) =>
    (JSON.parse(content) as { entries: { data: Pick<ClickedLink, 'click'> }[] }).entries.map(
      ({ data }) => data.click,
    ),
  )
}

/** Resolves once part of a batch has been written as events, but not all of it. */
export async function batchIsPartlyWritten(database: FreshDatabase): Promise<void> {
  const begun = 'select next_event from journal_positions where next_event is not null'
  // Polls, because nothing announces stored events.
  await until('part of a batch is emitted', async () => (await ask(database, begun)).length > 0)
}

export const clickOf = ({ body }: WrittenDelivery): ClickedLink['click'] => (body.data as ClickedLink).click
export const linkOf = ({ body }: WrittenDelivery): string => (body.data as ClickedLink).link.short
export const idsOf = (clicks: { id: string }[]): string[] => clicks.map(({ id }) => id)

/** The codes of two links that are clicked alternately. */
export const byTurns = (clicks: number): ('odd' | 'even')[] =>
  Array.from({ length: clicks }, (_, number) => (number % 2 ? 'odd' : 'even'))
