// Individual clicks on PostgreSQL in a table for each month, and how far the rows of past days are compacted.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

/** The old table, which becomes the partition for everything before the months. */
const before = 'click_blocks_before_months'
const bound = 'click_blocks_before_months_bound'
/** PostgreSQL's codes for objects that already exist, and for missing ones. */
const duplicateObject = '42710'
const undefinedObject = '42704'

export function clickMonths(engine: Engine): Migration {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('compaction_positions')
        .addColumn('name', 'text', (c) => c.primaryKey().notNull())
        .addColumn('day', 'text', (c) => c.notNull())
        .addColumn('link_id', 'bigint', (c) => c.notNull())
        .execute()
      if (engine === 'postgres') await partition(db)
    },
  }
}

/**
 * Adds a validated constraint to the old table that all its rows, even future ones, are of days before a bound: so it
 * becomes a partition without being scanned under a lock. Run it before the migration, outside of its transaction: the rows
 * are checked while others read and write them.
 */
export async function boundClicks(db: Kysely<never>): Promise<void> {
  if (!(await isPlain(db))) return
  // Not in the transaction: two nodes that both read the table there would wait for each other.
  const day = await firstDayAfter(db, 'click_blocks')
  await unless(
    duplicateObject,
    db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '5s'`.execute(tx)
      await sql`alter table click_blocks add constraint ${sql.ref(bound)}
        check (day < ${sql.lit(day)}) not valid`.execute(tx)
    }),
  )
  // Another node may have continued the migration meanwhile.
  await unless(
    undefinedObject,
    sql`alter table click_blocks validate constraint ${sql.ref(bound)}`.execute(db),
  )
}

async function unless(code: string, work: Promise<unknown>): Promise<void> {
  await work.catch((error: { code?: string }) => {
    if (error.code !== code) throw error
  })
}

async function isPlain(db: Kysely<never>): Promise<boolean> {
  const { rows } = await sql<{
    kind: string
  }>`select relkind as kind from pg_class where oid = to_regclass('click_blocks')`.execute(db)
  return rows[0]?.kind === 'r'
}

/**
 * The first of a month, at least a month from now: if the migration is abandoned halfway, the previous
 * version can continue counting until then.
 */
async function firstDayAfter(db: Kysely<never>, table: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(date_trunc('month', greatest(max(day)::date, current_date)) + interval '2 months', 'YYYY-MM-DD') as day
    from ${sql.ref(table)}`.execute(db)
  return (rows[0] as { day: string }).day
}

/** No row is copied, and none is read if `boundClicks` has run, so locks last only milliseconds. */
async function partition(db: Kysely<never>): Promise<void> {
  // If another session uses the table for longer (perhaps a backup), the click workers of other nodes must not wait behind
  // us.
  await sql`set local lock_timeout = '5s'`.execute(db)
  await sql`lock table click_blocks in access exclusive mode`.execute(db)
  await sql`alter table click_blocks rename to ${sql.ref(before)}`.execute(db)
  await sql`alter index click_blocks_pkey rename to click_blocks_before_months_pkey`.execute(db)
  await sql`alter index click_blocks_day rename to click_blocks_before_months_day`.execute(db)
  // No primary key, which would have to include the day: each partition has its own on the ids.
  await sql`create table click_blocks (
    id bigint not null default nextval('click_blocks_id_seq'),
    user_id bigint not null,
    day text not null,
    clicks bigint not null,
    content text not null
  ) partition by range (day)`.execute(db)
  // Otherwise the sequence would be dropped with the old table.
  await sql`alter sequence click_blocks_id_seq owned by click_blocks.id`.execute(db)
  await sql`create index click_blocks_day on click_blocks (day, user_id)`.execute(db)
  await keepBefore(db)
  // For clicks of a month that has no table.
  await sql`create table click_blocks_default partition of click_blocks default`.execute(db)
  await sql`alter table click_blocks_default add primary key (id)`.execute(db)
}

async function keepBefore(db: Kysely<never>): Promise<void> {
  const table = sql.ref(before)
  const { rows } = await sql`select 1 from ${table} limit 1`.execute(db)
  if (rows.length === 0) {
    await sql`drop table ${table}`.execute(db)
    return
  }
  await sql`alter table click_blocks attach partition ${table}
    for values from (minvalue) to (${sql.lit((await boundDay(db)) ?? (await firstDayAfter(db, before)))})`.execute(
    db,
  )
  await sql`alter table ${table} drop constraint if exists ${sql.ref(bound)}`.execute(db)
}

/** The day of the constraint; undefined if the rows were converted from an older form in the same transaction. */
async function boundDay(db: Kysely<never>): Promise<string | undefined> {
  const { rows } = await sql<{
    text: string
  }>`select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${bound}`.execute(db)
  return /\d{4}-\d\d-\d\d/.exec(rows[0]?.text ?? '')?.[0]
}
