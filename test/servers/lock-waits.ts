// Waits until transactions on PostgreSQL are blocked by a lock.
import pg from 'pg'
import type { FreshDatabase } from '../databases.ts'
import { until } from '../timeouts.ts'

/** Resolves once this many transactions of the database wait for a lock; throws after a timeout. */
export async function untilLockWaits({ env }: FreshDatabase, number: number): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  try {
    // Polls, because PostgreSQL sends no notification of a wait.
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
