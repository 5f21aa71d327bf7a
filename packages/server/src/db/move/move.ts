// Moves all data of a SQLite database to PostgreSQL, completely or not at all, and compares both sides row by row.
import type { Kysely } from 'kysely'
import type { Log } from '../../platform/observability/log.ts'
import { connectUnhurried, migratePostgres } from '../postgres/postgres.ts'
import type { Schema } from '../schema.ts'
import { NotMoved } from './not-moved.ts'
import { RowSums, type Sums } from './row-sums.ts'
import { MoveSource, type Replaced } from './source.ts'
import { type MovedTable, movedTables, type Row } from './tables.ts'
import * as target from './target.ts'

export interface MovedSums extends Sums {
  table: string
}

export interface Moved {
  tables: MovedSums[]
  replaced: Replaced[]
}

export interface MoveNeeds {
  /** SQLite's file, which no process uses; `prepare` migrates it to this version. */
  file: string
  url: string
  log: Log
  /** Called once the target is known to be empty: SQLite must not be changed before that. */
  prepare(): Promise<void>
  progress(line: string): void
}

// How often the progress of a large table is reported.
const progressMilliseconds = 5000

export async function moveToPostgres({ file, url, log, prepare, progress }: MoveNeeds): Promise<Moved> {
  const { query: db, close } = await connectUnhurried(url, log)
  try {
    if (!(await target.claimTarget(db)))
      throw new NotMoved(
        'the database at DATABASE_URL is not empty: create a new one, and set DATABASE_URL to it',
      )
    await prepare()
    await migratePostgres(db)
    const source = new MoveSource(file)
    try {
      const tables = await movedTables(source.tables, db)
      const days = source.clickDays()
      if (days) await target.makeMonths(db, days.first, days.last, log)
      const sums = await db.transaction().execute((tx) => moveTables(source, tx, tables, progress))
      progress('the move is complete; collecting PostgreSQL statistics')
      await target.describeTables(db, tables)
      return { tables: sums, replaced: source.replaced }
    } finally {
      source.close()
    }
  } finally {
    await close()
  }
}

async function moveTables(
  source: MoveSource,
  tx: Kysely<Schema>,
  tables: MovedTable[],
  progress: MoveNeeds['progress'],
): Promise<MovedSums[]> {
  await target.removeTimeLimits(tx)
  if (!(await target.lockTarget(tx)))
    throw new NotMoved(
      'the target of another move at DATABASE_URL is still in use: wait for it to end, then try again',
    )
  const restore = await target.dropConstraints(tx)
  await target.empty(tx, tables)
  const moved: MovedSums[] = []
  for (const table of tables)
    moved.push({ table: table.name, ...(await moveTable(source, tx, table, progress)) })
  await target.setSequences(tx, tables, (table) => source.lastNumber(table))
  progress('all rows are copied; creating indexes')
  await restore()
  await target.unmarkTarget(tx)
  return moved
}

/** Writes a table and reads it back. */
async function moveTable(
  source: MoveSource,
  tx: Kysely<Schema>,
  table: MovedTable,
  progress: MoveNeeds['progress'],
): Promise<Sums> {
  const given = new RowSums(table)
  let bytes = 0
  let reportedAt = performance.now()
  for (const batch of source.batches(table)) {
    for (const row of batch) given.add(row)
    await insert(tx, table, batch)
    bytes += bytesOf(batch)
    if (performance.now() - reportedAt < progressMilliseconds) continue
    progress(`${table.name}: ${given.sums.rows.toLocaleString('en')} rows`)
    reportedAt = performance.now()
  }
  const { rows } = given.sums
  const arrived = await target.sumsOfTarget(tx, table, bytes / Math.max(1, rows))
  refuseDifference(table.name, given.sums, arrived)
  if (rows > 0) progress(`${table.name}: ${rows.toLocaleString('en')} rows moved and compared`)
  return arrived
}

async function insert(tx: Kysely<Schema>, table: MovedTable, batch: Row[]): Promise<void> {
  try {
    await target.insertRows(tx, table, batch)
  } catch (error) {
    // Error classes for invalid values (https://www.postgresql.org/docs/current/errcodes-appendix.html).
    if (!/^2[23]/.test(String((error as { code?: unknown }).code))) throw error
    throw new NotMoved(
      `PostgreSQL refuses a value in ${table.name}: ${(error as Error).message}. Correct it in SQLite and run this again; nothing was moved`,
    )
  }
}

function bytesOf(rows: Row[]): number {
  let bytes = 0
  for (const row of rows)
    for (const value of Object.values(row))
      bytes += typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
  return bytes
}

function refuseDifference(table: string, given: Sums, arrived: Sums): void {
  const [here, there] = [given, arrived].map((sums) => JSON.stringify(sums))
  if (here === there) return
  throw new NotMoved(
    `${table} differs between the two databases (${here} and ${there}): nothing was kept in PostgreSQL, and SQLite is unchanged. Please report this`,
  )
}
