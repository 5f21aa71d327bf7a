// Tells when transactions of a test's PostgreSQL stand still because others hold what they need.
import pg from 'pg'
import type { FreshDatabase } from '../databases.ts'
import { until } from '../timeouts.ts'

/** Resolves once this many transactions of the database wait for a lock; throws if that never happens. */
export async function untilLockWaits({ env }: FreshDatabase, number: number): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  try {
    // Nothing tells of it: the one that waits is not heard until it goes on.
    await until(`${number} transactions wait for a lock`, async () => {
      const { rowCount } = await client.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return (rowCount ?? 0) >= number
    })
  } finally {
    await client.end()
  }
}
