// Blocks transactions that count clicks at their commit on PostgreSQL, so that one outlives the process that began it.
import pg from 'pg'
import type { FreshDatabase } from '../databases.ts'

const gate = 4711

/** Takes a lock that each of these transactions needs for its commit; the returned function releases it. */
export async function closeGate(database: FreshDatabase): Promise<() => Promise<void>> {
  const administrator = new pg.Client({ connectionString: database.env.DATABASE_URL })
  await administrator.connect()
  await administrator.query(`
    create function pass_gate() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(${gate}); return null; end $$;
    create constraint trigger gate after insert or update on journal_positions
      deferrable initially deferred for each row execute function pass_gate()`)
  await administrator.query(`select pg_advisory_lock(${gate})`)
  return async () => {
    await administrator.query(`select pg_advisory_unlock(${gate})`)
    await administrator.end()
  }
}
