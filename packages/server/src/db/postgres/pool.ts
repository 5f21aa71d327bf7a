// Connections to PostgreSQL that leave nothing behind in a session, so that a pooler may stand in between.
import { Kysely, type LogEvent, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Log } from '../../platform/observability/log.ts'
import type { PoolMetrics } from '../database.ts'
import type { Schema } from '../schema.ts'
import { Dialect, DialectForSearches } from './dialect.ts'
import { Statements } from './prepared-statements.ts'

// Sums and identifiers stay far below 2^53, so bigint comes as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// A server that has answered nothing for longer than a statement may take is hanging, or out of reach.
const answerMilliseconds = 12_000
const connectMilliseconds = 5000
const keepAliveMilliseconds = 5000

export interface Connections {
  query: Kysely<Schema>
  /** For questions that may take long: each within a transaction of its own, with room to sort in. */
  searches: Kysely<Schema>
  /** For questions that are asked very often. */
  statements: Statements
  /** How many there are at the moment, and how many wait for one. */
  connections(): PoolMetrics
  close(): Promise<void>
}

/** A server that TCP itself finds to be gone. */
export function addressed(url: string) {
  return { connectionString: url, keepAlive: true, keepAliveInitialDelayMillis: keepAliveMilliseconds }
}

interface ConnectOptions {
  /** The milliseconds that an answer may take, 0 for as long as it takes. */
  patience?: number
  /** Called after each question. */
  note?(event: LogEvent): void
}

/** Up to `size` connections. */
export function connect(
  url: string,
  size: number,
  log: Log,
  { patience = answerMilliseconds, note = () => {} }: ConnectOptions = {},
): Connections {
  const pool = new pg.Pool({ ...addressed(url), max: size, connectionTimeoutMillis: connectMilliseconds })
  // A broken connection is replaced by the pool, and whoever was waiting for a query is told; but an error event that
  // nobody hears, of the pool or of a connection in use, would end the process.
  pool.on('error', (error) => log.warn('lost an idle database connection', { reason: error.message }))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn('lost a database connection', { reason: error.message }))
  })
  const given: { pool: PostgresPool } = { pool: patience > 0 ? answering(pool, patience) : pool }
  const query = new Kysely<Schema>({ dialect: new Dialect(given), log: note })
  return {
    query,
    statements: new Statements(given.pool, note),
    searches: new Kysely<Schema>({ dialect: new DialectForSearches(given), log: note }),
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: size,
    }),
    close: () => query.destroy(),
  }
}

/** A pool that breaks a connection whose answer is overdue: TCP would wait for minutes. */
function answering(pool: pg.Pool, milliseconds: number): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect(): Promise<PostgresPoolClient> {
      const client = await pool.connect()
      const query = async (question: string | pg.QueryConfig, parameters?: unknown[]) => {
        // While a question is under way, `end` says no goodbye.
        const overdue = setTimeout(() => void client.end().catch(() => undefined), milliseconds)
        try {
          return await client.query(question, parameters)
        } finally {
          clearTimeout(overdue)
        }
      }
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: (broken) => client.release(broken),
      }
    },
  }
}
