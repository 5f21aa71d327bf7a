// Keeps servers from writing to a table for a while, as a database does that somebody else has locked.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import pg from 'pg'
import type { FreshDatabase } from '../databases.ts'

/** Locks what the drain writes to; the returned function lets go. */
export const lockClickCounts = (database: FreshDatabase) => lockTable(database, 'link_totals')

/** Locks a table, on SQLite all of them for writing; the returned function lets go. */
export async function lockTable({ env }: FreshDatabase, table: string): Promise<() => Promise<void>> {
  if (!env.DATABASE_URL) {
    const connection = new Database(join(env.DATA_DIR, 'linnet.db'))
    // The server's threads write too, for a moment each time.
    connection.run('PRAGMA busy_timeout = 10000')
    connection.run('BEGIN IMMEDIATE')
    return async () => connection.close()
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  return () => client.end()
}
