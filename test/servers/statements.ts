// Runs a statement in a server's database on a separate connection, as an operator would.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import pg from 'pg'
import type { FreshDatabase } from '../databases.ts'

export async function runStatement({ env }: FreshDatabase, statement: string): Promise<void> {
  if (!env.DATABASE_URL) {
    using connection = new Database(join(env.DATA_DIR, 'linnet.db'))
    // The server's threads write too, for a moment each time.
    connection.run('PRAGMA busy_timeout = 10000')
    connection.run(statement)
    return
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
