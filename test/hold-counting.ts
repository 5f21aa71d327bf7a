// Keeps servers from counting clicks for a while, as a database does that somebody else has locked.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import pg from 'pg'
import type { FreshDatabase } from './databases.ts'

/** Locks what the drain writes to; the returned function lets go. */
export async function holdCounting({ env }: FreshDatabase): Promise<() => Promise<void>> {
  if (!env.DATABASE_URL) {
    const connection = new Database(join(env.DATA_DIR, 'linnet.db'))
    connection.run('BEGIN IMMEDIATE')
    return async () => connection.close()
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  await client.query('begin')
  await client.query('lock table link_totals in access exclusive mode')
  return () => client.end()
}
