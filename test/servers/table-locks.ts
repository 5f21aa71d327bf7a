// Locks tables so that servers can't write to them for a while.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import pg from 'pg'
import type { FreshDatabase } from '../databases.ts'

/** Locks the table that click counts are written to; the returned function releases the lock. */
export const lockClickCounts = (database: FreshDatabase) => lockTable(database, 'link_totals')

/** Locks a table, or on SQLite all tables for writing; the returned function releases the lock. */
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
