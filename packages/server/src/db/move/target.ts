// Fills PostgreSQL in one transaction: indexes and foreign keys are dropped first, and recreated once all rows are there.
import { type Kysely, sql } from 'kysely'
import type { Log } from '../../platform/observability/log.ts'
import { addDays } from '../../platform/time/clock.ts'
import { asTransaction } from '../database.ts'
import { postgresBulkRows } from '../postgres/bulk-rows.ts'
import { postgresClickMonths } from '../postgres/click-months.ts'
import type { Schema } from '../schema.ts'
import { isUnfinished, unfinishedMove } from '../unfinished-move.ts'
import { RowSums, type Sums } from './row-sums.ts'
import type { MovedTable, Row } from './tables.ts'

type Query = Kysely<Schema>

// About how many bytes are read back at once.
const fetchedBytes = 4_000_000
const mostFetched = 5000

/** Whether it has no tables, views or sequences. */
async function isEmpty(db: Query): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    limit 1
  `.execute(db)
  return rows.length === 0
}

/** Marks an empty database, or one that an earlier move left incomplete; false if it is neither. */
export async function claimTarget(db: Query): Promise<boolean> {
  if (await isUnfinished(db)) return true
  if (!(await isEmpty(db))) return false
  await sql`create table ${sql.table(unfinishedMove)} (started_at timestamptz not null default now())`.execute(
    db,
  )
  return true
}

/** Removes the time limits: a server's transactions have ten seconds, but an index of a large table takes minutes. */
export async function removeTimeLimits(tx: Kysely<Schema>): Promise<void> {
  await sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

/** Creates the tables of the months that have clicks, because rows in the default table can only be deleted one by one. */
export async function makeMonths(db: Query, first: string, last: string, log: Log): Promise<void> {
  const months = postgresClickMonths(db, log)
  for (let month = `${first.slice(0, 7)}-01`; month <= last; month = addDays(month, 31).replace(/..$/, '01'))
    await months.make(month)
}

/** Keeps other moves out until the transaction ends; false if one is running. */
export async function lockTarget(tx: Query): Promise<boolean> {
  try {
    await sql`lock table ${sql.table(unfinishedMove)} in access exclusive mode nowait`.execute(tx)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') return false
    throw error
  }
}

/** The move is complete when the transaction is. */
export async function unmarkTarget(tx: Query): Promise<void> {
  await sql`drop table ${sql.table(unfinishedMove)}`.execute(tx)
}

/** Drops foreign keys, indexes and triggers, so that rows are written fast; returns what restores them. */
export async function dropConstraints(tx: Query): Promise<() => Promise<void>> {
  const foreignKeys = await statements(
    tx,
    sql`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as gone,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname,
          replace(pg_get_constraintdef(oid), ' NOT VALID', '')) as back
      from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`,
  )
  // Those of partitioned tables stay: they can't be described as one statement.
  const indexes = await statements(
    tx,
    sql`select format('drop index %s', i.indexrelid::regclass) as gone, pg_get_indexdef(i.indexrelid) as back
      from pg_index i join pg_class t on t.oid = i.indrelid
      where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and not t.relispartition
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  const triggers = await statements(
    tx,
    sql`select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as gone,
        format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as back
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = current_schema()::regnamespace and not tgisinternal and tgenabled = 'O' and tgparentid = 0`,
  )
  const all = [...triggers, ...foreignKeys, ...indexes]
  for (const { gone } of all) await sql.raw(gone).execute(tx)
  return async () => {
    await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
    // Foreign keys come last, because checking them uses the indexes.
    for (const { back } of all.toReversed()) await sql.raw(back).execute(tx)
  }
}

async function statements(
  tx: Query,
  query: ReturnType<typeof sql>,
): Promise<{ gone: string; back: string }[]> {
  return (await query.execute(tx)).rows as { gone: string; back: string }[]
}

/** Deletes the rows that migrations or an earlier move may have written. */
export async function empty(tx: Query, tables: MovedTable[]): Promise<void> {
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(tx)
}

export async function insertRows(tx: Query, { name, columns }: MovedTable, rows: Row[]): Promise<void> {
  const table = { name: name as keyof Schema, key: [], columns: columns as never }
  await postgresBulkRows.insert(asTransaction(tx), table, rows)
}

/** The sums of the table as it is now, read back row by row. */
export async function sumsOfTarget(tx: Query, table: MovedTable, bytesOfRow: number): Promise<Sums> {
  const sums = new RowSums(table)
  const columns = sql.join(Object.keys(table.columns).map((column) => sql.ref(column)))
  const most = Math.max(1, Math.min(mostFetched, Math.floor(fetchedBytes / Math.max(1, bytesOfRow))))
  await sql`declare moved no scroll cursor for select ${columns} from ${sql.table(table.name)}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(most)} from moved`.execute(tx)
    for (const row of rows) sums.add(row)
    if (rows.length < most) break
  }
  await sql`close moved`.execute(tx)
  return sums.sums
}

/** Sets the sequences, so that new rows get higher ids than any that were ever assigned. */
export async function setSequences(
  tx: Query,
  tables: MovedTable[],
  lastNumber: (table: string) => number,
): Promise<void> {
  for (const { name, columns } of tables) {
    if (!('id' in columns) || columns.id === 'text') continue
    const { rows } = await sql<{ sequence: string | null; last: number | null }>`
      select pg_get_serial_sequence(${name}, 'id') as sequence, max(id) as last from ${sql.table(name)}
    `.execute(tx)
    const [{ sequence, last } = { sequence: null, last: null }] = rows
    // People and workspaces have their numbers from one sequence.
    const shared = name === 'users' ? await lastWorkspace(tx) : 0
    const highest = Math.max(last ?? 0, lastNumber(name), shared)
    if (sequence && highest > 0) await sql`select setval(${sequence}, ${highest})`.execute(tx)
  }
}

async function lastWorkspace(tx: Query): Promise<number> {
  const row = await tx
    .selectFrom('workspaces')
    .select((of) => of.fn.max('id').as('last'))
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}

/** Collects statistics for the planner; without them, the first queries would get bad plans. */
export async function describeTables(db: Query, tables: MovedTable[]): Promise<void> {
  for (const { name } of tables) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db)
}
