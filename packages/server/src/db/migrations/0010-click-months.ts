// Single clicks on PostgreSQL in a table for each month, and how far the rows of days that are over are compacted.
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

/** The table of before, which becomes the partition of all that was before the months. */
const before = 'click_blocks_before_months'
const bound = 'click_blocks_before_months_bound'
/** PostgreSQL's codes for what is there already, and for what is not. */
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
 * Has every row of the table of before, also those that are written from now on, known to be of a day before a bound: so
 * it becomes a partition without being read under a lock. To be done before the migration, outside of its transaction:
 * the rows are looked at while others read and write them.
 */
export async function boundClicks(db: Kysely<never>): Promise<void> {
  if (!(await isPlain(db))) return
  // Not within the transaction: two nodes that both read the table there would each wait for the other.
  const day = await firstDayAfter(db, 'click_blocks')
  await unless(
    duplicateObject,
    db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '5s'`.execute(tx)
      await sql`alter table click_blocks add constraint ${sql.ref(bound)}
        check (day < ${sql.lit(day)}) not valid`.execute(tx)
    }),
  )
  // Another node may have gone on with the migration meanwhile.
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
 * The first of a month, a month from now at least: if the migration is given up half-way, the version before counts on
 * until then.
 */
async function firstDayAfter(db: Kysely<never>, table: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(date_trunc('month', greatest(max(day)::date, current_date)) + interval '2 months', 'YYYY-MM-DD') as day
    from ${sql.ref(table)}`.execute(db)
  return (rows[0] as { day: string }).day
}

/** No row is copied, and none is read where `boundClicks` was done: what is locked is locked for milliseconds. */
async function partition(db: Kysely<never>): Promise<void> {
  // Whoever uses the table longer than that (a backup perhaps) shall not keep the drains of other nodes waiting behind us.
  await sql`set local lock_timeout = '5s'`.execute(db)
  await sql`lock table click_blocks in access exclusive mode`.execute(db)
  await sql`alter table click_blocks rename to ${sql.ref(before)}`.execute(db)
  await sql`alter index click_blocks_pkey rename to click_blocks_before_months_pkey`.execute(db)
  await sql`alter index click_blocks_day rename to click_blocks_before_months_day`.execute(db)
  // Without a key of its own, which would have to name the day: each partition has one for its numbers.
  await sql`create table click_blocks (
    id bigint not null default nextval('click_blocks_id_seq'),
    user_id bigint not null,
    day text not null,
    clicks bigint not null,
    content text not null
  ) partition by range (day)`.execute(db)
  // Or it would be dropped with the table of before.
  await sql`alter sequence click_blocks_id_seq owned by click_blocks.id`.execute(db)
  await sql`create index click_blocks_day on click_blocks (day, user_id)`.execute(db)
  await keepBefore(db)
  // What comes for a month that has no table.
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

/** The day of the constraint; undefined where the rows have come in the same transaction, from an older form. */
async function boundDay(db: Kysely<never>): Promise<string | undefined> {
  const { rows } = await sql<{
    text: string
  }>`select pg_get_constraintdef(oid) as text from pg_constraint where conname = ${bound}`.execute(db)
  return /\d{4}-\d\d-\d\d/.exec(rows[0]?.text ?? '')?.[0]
}
