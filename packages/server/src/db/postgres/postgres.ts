// The shared engine: PostgreSQL 15 or later, for any number of processes.
import { type Kysely, sql } from 'kysely'
import { AccountScheduler, requesterOf } from '../../platform/concurrency/account-scheduler.ts'
import { ConfigError } from '../../platform/config-error.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Tracing } from '../../platform/observability/tracing/index.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { RunTransaction, Tx } from '../../platform/transaction.ts'
import { asTransaction, type BareDatabase, type Database, within } from '../database.ts'
import { takeLease } from '../lease.ts'
import type { LinkSearch } from '../link-search.ts'
import { lockMigrations, migrate, migrationFault, prepareMigrations } from '../migrate.ts'
import { QueryMetrics } from '../query-metrics.ts'
import type { Schema } from '../schema.ts'
import { refuseUnfinishedMove } from '../unfinished-move.ts'
import { postgresBulkRows } from './bulk-rows.ts'
import { ChangeFeed } from './change-feed.ts'
import { type Announcement, announce, channel, pruneChanges } from './change-log.ts'
import { postgresClickMonths } from './click-months.ts'
import { type Connections, connect } from './pool.ts'
import { createSharedRateLimiter } from './rate-windows.ts'
import { openReplica } from './replica.ts'
import { forgetChanges, postgresSearch } from './search.ts'

// Deadlock and serialization failure: PostgreSQL asks for the transaction to be run again.
const retryable = new Set(['40001', '40P01'])
const attempts = 5

const oldestVersion = 15

const postgresTime = sql<number>`extract(epoch from clock_timestamp())::bigint`

export interface PostgresOptions {
  url: string
  /** Where changes are listened to: without it, at `url`; null to look for them instead. */
  listenUrl?: string | null
  /** A read replica, for questions about clicks. */
  replicaUrl?: string | null
  poolSize: number
  clock: Clock
  log: Log
  tracing?: Tracing | null
}

/** Connects, creating and migrating the tables as needed. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { url, replicaUrl, poolSize, clock, log } = options
  await migrateOnce(url, log)
  const figures = new QueryMetrics('postgres', options.tracing ?? null)
  const { query, searches, statements, connections, close } = connect(url, poolSize, log, {
    note: figures.note,
  })
  const hearing = await hear(options, query).catch(async (error) => {
    await close()
    throw error
  })
  // As many as may search at once.
  const replica = replicaUrl ? openReplica(replicaUrl, Math.ceil(poolSize / 2), query, log) : null
  const announced = new WeakMap<Tx, Announcement[]>()
  const commit = runTransactions(query)
  // Searches may take long: they leave half of the connections to the rest.
  const searching = new AccountScheduler(Math.ceil(poolSize / 2))
  return {
    engine: 'postgres',
    figures: () => ({
      engine: 'postgres',
      connections: connections(),
      isListening: hearing.listens(),
      isReplicaUsed: replica?.isUsed() ?? false,
      queries: figures.queries,
      failures: figures.failures,
    }),
    read: query,
    time: postgresTime,
    readInWorker: () => searches,
    readReplica: (primary) => replica?.before(primary) ?? primary,
    refuseWorkerReads: () => searching.end(),
    linkSearch: scheduledSearch(postgresSearch(searches), searching),
    prepare: (asked) => statements.prepare(asked, () => hearing.ownsSessions),
    async transaction(work) {
      const own: Announcement[] = []
      let isCommitted = false
      try {
        const result = await commit(async (tx) => {
          own.length = 0
          announced.set(tx, own)
          return await work(tx)
        })
        isCommitted = true
        return result
      } finally {
        // Who made a change must see its effect with the next request. Also after a failure, for a connection that
        // breaks may have committed.
        hearing.tellOwn(own, isCommitted)
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
    clickMonths: postgresClickMonths(query, log),
    async lock(tx, names) {
      await sql`
        select pg_advisory_xact_lock(key)
        from (select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) as keys
      `.execute(within(tx))
    },
    async announce(tx, topic) {
      const announcement = { sender: hearing.newSender(), topic }
      announced.get(tx)?.push(announcement)
      await announce(within(tx), announcement)
    },
    subscribe: (listener) => hearing.subscribe(listener),
    // Changes come by themselves, within milliseconds.
    catchUp: () => {},
    isBehind: () => hearing.isBehind(),
    keepUp: () => hearing.catchUp(),
    writerQueue: null,
    async pruneChanges() {
      await forgetChanges(query)
      await pruneChanges(query)
    },
    takeLease: (name) => takeLease(query, name, log),
    sharedRateLimiter: createSharedRateLimiter(query, clock),
    async close() {
      hearing.stop()
      await Promise.all([close(), replica?.close()])
    },
  }
}

async function hear(
  { url, listenUrl = url, log }: PostgresOptions,
  query: Kysely<Schema>,
): Promise<ChangeFeed> {
  const notify = (payload: string) => sql`select pg_notify(${channel}, ${payload})`.execute(query)
  const hearing = new ChangeFeed({ url, listenUrl, log, notify })
  try {
    await hearing.begin()
    return hearing
  } catch (error) {
    hearing.stop()
    throw error
  }
}

/** Searches of which so many are under way at once, the accounts' in turns. */
function scheduledSearch(search: LinkSearch, scheduler: AccountScheduler): LinkSearch {
  return {
    ...search,
    find: (filter, page) => scheduler.take(requesterOf(filter.userId), () => search.find(filter, page)),
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

/** One connection for what takes as long as it takes. */
export async function connectUnhurried(url: string, log: Log): Promise<Connections> {
  const connections = connect(url, 1, log, { patience: 0 })
  await greet(connections.query)
  return connections
}

/** Creates and migrates the tables as needed, through a connection that may wait for as long as it takes. */
export async function migratePostgres(query: Kysely<Schema>): Promise<void> {
  try {
    await prepareMigrations(query)
    await runTransactions(query)(async (tx) => {
      await lockMigrations(within(tx))
      await migrate(within(tx), 'postgres')
    })
  } catch (error) {
    throw migrationFault(error)
  }
}

async function migrateOnce(url: string, log: Log): Promise<void> {
  const { query, close } = await connectUnhurried(url, log)
  try {
    await refuseUnfinishedMove(query)
    await migratePostgres(query)
  } finally {
    await close()
  }
}

/** A second pool of connections to tables that exist, which neither migrates nor hears of changes. */
export function openPostgresForWriting(url: string, poolSize: number, log: Log): BareDatabase {
  const { query, close } = connect(url, poolSize, log)
  return {
    engine: 'postgres',
    read: query,
    time: postgresTime,
    transaction: runTransactions(query),
    checkpoint: async () => {},
    bulk: postgresBulkRows,
    close,
  }
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
