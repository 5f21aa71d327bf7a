// The shared engine: PostgreSQL 15 or later, for any number of processes.
import { type Compilable, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { AccountTurns, askerOf } from '../platform/account-turns.ts'
import type { Clock } from '../platform/clock.ts'
import { ConfigError } from '../platform/config-error.ts'
import type { Log } from '../platform/log.ts'
import type { RunTransaction, Tx } from '../platform/transaction.ts'
import { postgresBulkRows } from './bulk-rows.ts'
import { asTransaction, type BareDatabase, type Database, within } from './database.ts'
import { takeLease } from './lease.ts'
import type { LinkSearch } from './link-search.ts'
import { migrate } from './migrate.ts'
import { channel, listenForChanges } from './postgres-changes.ts'
import { forgetChanges, postgresSearch } from './postgres-search.ts'
import { createSharedRateLimiter } from './rate-windows.ts'
import type { Schema } from './schema.ts'

// Sums and identifiers stay far below 2^53, so bigint comes as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// Deadlock and serialization failure: PostgreSQL asks for the transaction to be run again.
const retryable = new Set(['40001', '40P01'])
const attempts = 5

// No question needs as long; one that does must not keep a connection from the others.
const statementMilliseconds = 10_000

const oldestVersion = 15

const postgresTime = sql<number>`extract(epoch from clock_timestamp())::bigint`

export interface PostgresOptions {
  url: string
  poolSize: number
  clock: Clock
  log: Log
}

/** Connects, creating and migrating the tables as needed. */
export async function openPostgres({ url, poolSize, clock, log }: PostgresOptions): Promise<Database> {
  await migrateOnce(url, log)
  const query = connect(url, poolSize, log)
  const changes = await listenForChanges(url, log)
  const announced = new WeakMap<Tx, string[]>()
  const commit = runTransactions(query)
  // Searches may take long: they leave half of the connections to the rest.
  const searching = new AccountTurns(Math.ceil(poolSize / 2))
  return {
    engine: 'postgres',
    read: query,
    time: postgresTime,
    readAside: () => query,
    giveUpAside: () => searching.end(),
    linkSearch: inTurns(postgresSearch(query), searching),
    prepare<Row>(asked: Compilable<Row>) {
      const compiled = asked.compile()
      return async (...parameters: unknown[]) =>
        (await query.executeQuery<Row>({ ...compiled, parameters })).rows[0]
    },
    async transaction(work) {
      const topics: string[] = []
      try {
        return await commit(async (tx) => {
          announced.set(tx, topics)
          return await work(tx)
        })
      } finally {
        // Who made a change must see its effect with the next request. Also after a failure, for a connection that
        // breaks may have committed.
        for (const topic of topics) changes.tell(topic)
      }
    },
    async size() {
      const { rows } = await sql<{
        bytes: number
      }>`select pg_database_size(current_database()) as bytes`.execute(query)
      return Number(rows[0]?.bytes ?? 0)
    },
    checkpoint: async () => {},
    bulk: postgresBulkRows,
    async hold(tx, names) {
      await sql`
        select pg_advisory_xact_lock(key)
        from (select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) as keys
      `.execute(within(tx))
    },
    async announce(tx, topic) {
      announced.get(tx)?.push(topic)
      await sql`select pg_notify(${channel}, ${changes.payloadOf(topic)})`.execute(within(tx))
    },
    subscribe: changes.subscribe,
    // Notifications come by themselves, within a millisecond.
    catchUp: () => {},
    turns: null,
    pruneChanges: () => forgetChanges(query),
    takeLease: (name) => takeLease(query, name, log),
    sharedRateLimiter: createSharedRateLimiter(query, clock),
    async close() {
      await changes.stop()
      await query.destroy()
    },
  }
}

/** Searches of which so many are under way at once, the accounts' in turns. */
function inTurns(search: LinkSearch, turns: AccountTurns): LinkSearch {
  return {
    ...search,
    find: (filter, page) => turns.take(askerOf(filter.userId), () => search.find(filter, page)),
  }
}

/** Tries a connection, so that a wrong or absent server is told in words; the address is left out, it holds a password. */
async function greet(query: Kysely<Schema>): Promise<void> {
  try {
    const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(query)
    const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
    if (version < oldestVersion)
      throw new Error(`it is version ${version}; ${oldestVersion} or later is needed`)
  } catch (error) {
    await query.destroy()
    const [cause = error] = error instanceof AggregateError ? error.errors : []
    throw new ConfigError(`PostgreSQL at DATABASE_URL can't be used: ${(cause as Error).message}`)
  }
}

/** Changing a large table may take as long as it takes; hence a connection of its own. */
async function migrateOnce(url: string, log: Log): Promise<void> {
  const query = connect(url, 1, log, 0)
  try {
    await greet(query)
    await migrate(query, 'postgres')
  } finally {
    await query.destroy()
  }
}

/** A second pool of connections to tables that exist, which neither migrates nor hears of changes. */
export function openPostgresForWriting(url: string, poolSize: number, log: Log): BareDatabase {
  const query = connect(url, poolSize, log)
  return {
    engine: 'postgres',
    read: query,
    time: postgresTime,
    transaction: runTransactions(query),
    checkpoint: async () => {},
    bulk: postgresBulkRows,
    close: () => query.destroy(),
  }
}

function connect(
  url: string,
  poolSize: number,
  log: Log,
  statement_timeout = statementMilliseconds,
): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    statement_timeout,
  })
  // A broken connection is replaced by the pool, and whoever was waiting for a query is told; but an error event that
  // nobody hears, of the pool or of a connection in use, would end the process.
  pool.on('error', (error) => log.warn('lost an idle database connection', { reason: error.message }))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn('lost a database connection', { reason: error.message }))
    // A search of a common term marks its links in memory; where that does not fit, each one of a marked page is
    // looked at twice. And compiling a plan whose cost is estimated too high takes longer than running it. Not among
    // the options of the connection, which poolers refuse.
    client.query("set work_mem = '64MB'; set jit = off").catch(() => undefined)
  })
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

function runTransactions(query: Kysely<Schema>): RunTransaction {
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await query.transaction().execute((tx) => work(asTransaction(tx)))
      } catch (error) {
        if (attempt >= attempts || !retryable.has((error as { code?: string }).code ?? '')) throw error
      }
    }
  }
}
