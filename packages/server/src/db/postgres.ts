// The shared engine: PostgreSQL 15 or later, for any number of processes.
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../platform/log.ts'
import type { Tx } from '../platform/transaction.ts'
import { asTransaction, type Database, within } from './database.ts'
import { migrate } from './migrate.ts'
import { channel, listenForChanges } from './postgres-changes.ts'
import { createSharedRateLimiter } from './rate-windows.ts'
import type { Schema } from './schema.ts'

// Sums and identifiers stay far below 2^53, so bigint comes as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// Deadlock and serialization failure: PostgreSQL asks for the transaction to be run again.
const retryable = new Set(['40001', '40P01'])
const attempts = 5

export interface PostgresOptions {
  url: string
  poolSize: number
  /** See Clock.offset. */
  clockOffset: () => number
  log: Log
}

/** Connects, creating and migrating the tables as needed. */
export async function openPostgres({ url, poolSize, clockOffset, log }: PostgresOptions): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, connectionTimeoutMillis: 5000 })
  // A connection that breaks while idle is replaced by the pool; unheard, its error would end the process.
  pool.on('error', (error) => log.warn('idle database connection lost', { reason: error.message }))
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  await migrate(query, 'postgres')
  const changes = await listenForChanges(url, log)
  const announced = new WeakMap<Tx, string[]>()
  const commit = (work: (tx: Tx) => Promise<unknown>) =>
    query.transaction().execute(async (transaction) => {
      const tx = asTransaction(transaction)
      return { result: await work(tx), topics: announced.get(tx) ?? [] }
    })
  return {
    engine: 'postgres',
    read: query,
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          const { result, topics } = await commit(work)
          // Who made a change must see its effect with the next request, sooner than the notification comes.
          for (const topic of topics) changes.tell(topic)
          return result as never
        } catch (error) {
          if (attempt >= attempts || !retryable.has((error as { code?: string }).code ?? '')) throw error
        }
      }
    },
    async announce(tx, topic) {
      announced.set(tx, [...(announced.get(tx) ?? []), topic])
      await sql`select pg_notify(${channel}, ${topic})`.execute(within(tx))
    },
    subscribe: changes.subscribe,
    sharedRateLimiter: createSharedRateLimiter(query, clockOffset),
    async close() {
      await changes.stop()
      await query.destroy()
    },
  }
}
