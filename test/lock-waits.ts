// Tells when transactions of a test's PostgreSQL stand still because others hold what they need.
import pg from 'pg'
import type { FreshDatabase } from './databases.ts'

/** Resolves once so many transactions of the database wait for a lock; throws where they do not within 15 seconds. */
export async function waitingForLocks({ env }: FreshDatabase, number: number): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  try {
    for (const end = performance.now() + 15_000; performance.now() < end; ) {
      const { rowCount } = await client.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      if ((rowCount ?? 0) >= number) return
      // Nothing tells of it: the one that waits is not heard until it goes on.
      await Bun.sleep(5)
    }
    throw new Error(`there are no ${number} transactions that wait`)
  } finally {
    await client.end()
  }
}
