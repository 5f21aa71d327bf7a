// Connections to PostgreSQL that leave no state in their sessions, so that a pooler can be in between.
import { Kysely, type LogEvent, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Log } from '../../platform/observability/log.ts'
import type { PoolMetrics } from '../database.ts'
import type { Schema } from '../schema.ts'
import { Dialect, DialectForSearches } from './dialect.ts'
import { Statements } from './prepared-statements.ts'

// Sums and identifiers stay far below 2^53, so bigint comes as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// A server that takes longer than any statement may take hangs, or is unreachable.
const answerMilliseconds = 12_000
const connectMilliseconds = 5000
const keepAliveMilliseconds = 5000

export interface Connections {
  query: Kysely<Schema>
  /** For queries that may take long: each in a transaction of its own, with more memory. */
  searches: Kysely<Schema>
  /** For queries that run very often. */
  statements: Statements
  /** How many connections there are now, and how many queries wait for one. */
  connections(): PoolMetrics
  close(): Promise<void>
}

/** With keep-alive, so that TCP notices a server that is gone, and a name in `pg_stat_activity`, unless the URL has another. */
export function clientOptions(url: string, name = 'linnet') {
  return {
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMilliseconds,
    fallback_application_name: name,
  }
}

interface ConnectOptions {
  /** How many milliseconds a response may take; 0 for no limit. */
  patience?: number
  /** Called after each query. */
  note?(event: LogEvent): void
  /** What PostgreSQL calls the connections. */
  name?: string
}

/** Up to `size` connections. */
export function connect(
  url: string,
  size: number,
  log: Log,
  { patience = answerMilliseconds, note = () => {}, name }: ConnectOptions = {},
): Connections {
  const pool = new pg.Pool({
    ...clientOptions(url, name),
    max: size,
    connectionTimeoutMillis: connectMilliseconds,
  })
  // The pool replaces a broken connection, and its query is rejected; but an error event without a listener, of the pool or
  // of a connection in use, would end the process.
  pool.on('error', (error) => log.warn('lost an idle database connection', { reason: error.message }))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn('lost a database connection', { reason: error.message }))
  })
  const dialectConfig: { pool: PostgresPool } = { pool: patience > 0 ? withDeadline(pool, patience) : pool }
  const query = new Kysely<Schema>({ dialect: new Dialect(dialectConfig), log: note })
  return {
    query,
    statements: new Statements(dialectConfig.pool, note),
    searches: new Kysely<Schema>({ dialect: new DialectForSearches(dialectConfig), log: note }),
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: size,
    }),
    close: () => query.destroy(),
  }
}

/** Wraps a pool so that it closes a connection whose response is overdue: TCP would wait for minutes. */
function withDeadline(pool: pg.Pool, milliseconds: number): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect(): Promise<PostgresPoolClient> {
      const client = await pool.connect()
      const query = async (config: string | pg.QueryConfig, parameters?: unknown[]) => {
        // While a query is running, `end` closes the connection without ending the session.
        const overdue = setTimeout(() => void client.end().catch(() => undefined), milliseconds)
        try {
          return await client.query(config, parameters)
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
