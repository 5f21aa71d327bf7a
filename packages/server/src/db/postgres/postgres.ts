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
import { withTags } from '../tagged-links/tagged-links.ts'
import { refuseUnfinishedMove } from '../unfinished-move.ts'
import { postgresBulkRows } from './bulk-rows.ts'
import { ChangeFeed } from './change-feed.ts'
import { type Announcement, announce, channel, pruneChanges } from './change-log.ts'
import { postgresClickMonths } from './click-months.ts'
import { type Connections, connect } from './pool.ts'
import { createSharedRateLimiter } from './rate-windows.ts'
import { openReplica } from './replica.ts'
import { forgetChanges, postgresSearch } from './search.ts'
import { postgresTaggedLinks } from './tagged-links.ts'

// Deadlock and serialization failure: PostgreSQL expects the transaction to be retried.
const retryable = new Set(['40001', '40P01'])
const attempts = 5

const oldestVersion = 15

const postgresTime = sql<number>`extract(epoch from clock_timestamp())::bigint`

export interface PostgresOptions {
  url: string
  /** Where to listen for changes: by default `url`; null to poll for them instead. */
  listenUrl?: string | null
  /** A read replica, for queries about clicks. */
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
  const metrics = new QueryMetrics('postgres', options.tracing ?? null)
  const pool = connect(url, poolSize, log, { note: metrics.note })
  const { query, searches, statements } = pool
  const changes = await openChangeFeed(options, query).catch(async (error) => {
    await pool.close()
    throw error
  })
  // As many connections as concurrent searches.
  const replica = replicaUrl ? openReplica(replicaUrl, Math.ceil(poolSize / 2), query, log) : null
  // Searches may take long: they leave half of the connections to other queries.
  const searchScheduler = new AccountScheduler(Math.ceil(poolSize / 2))
  return {
    engine: 'postgres',
    metrics: () => ({
      engine: 'postgres',
      connections: pool.connections(),
      isListening: changes.listens(),
      isReplicaUsed: replica?.isUsed() ?? false,
      queries: metrics.queries,
      failures: metrics.failures,
    }),
    read: query,
    time: postgresTime,
    readInWorker: () => searches,
    readReplica: (primary) => replica?.before(primary) ?? primary,
    refuseWorkerReads: () => searchScheduler.end(),
    linkSearch: scheduledSearch(
      withTags(postgresSearch(searches), postgresTaggedLinks(searches)),
      searchScheduler,
    ),
    prepare: (prepared) => statements.prepare(prepared, () => changes.ownsSessions),
    size: () => sizeOf(query),
    checkpoint: async () => {},
    bulk: postgresBulkRows,
    clickMonths: postgresClickMonths(query, log),
    lock: lockNames,
    ...announcing(query, changes),
    ...following(changes),
    writerQueue: null,
    takeLease: (name) => takeLease(query, name, log),
    sharedRateLimiter: createSharedRateLimiter(query, clock),
    async close() {
      changes.stop()
      await Promise.all([pool.close(), replica?.close()])
    },
  }
}

/** Locks the names in one order, so that no two transactions wait for each other. */
async function lockNames(tx: Tx, names: string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key)
    from (select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) as keys
  `.execute(within(tx))
}

async function sizeOf(query: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    query,
  )
  return Number(rows[0]?.bytes ?? 0)
}

/** Transactions, and their announcements to other nodes. */
function announcing(
  query: Kysely<Schema>,
  changes: ChangeFeed,
): Pick<Database, 'transaction' | 'announce' | 'pruneChanges'> {
  const announced = new WeakMap<Tx, Announcement[]>()
  const commit = runTransactions(query)
  return {
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
        // A client must see the effect of its change with the next request. Also after a failure, because a broken
        // connection may have committed.
        changes.reportOwn(own, isCommitted)
      }
    },
    async announce(tx, topic) {
      const announcement = { sender: changes.newSender(), topic }
      announced.get(tx)?.push(announcement)
      await announce(within(tx), announcement)
    },
    async pruneChanges() {
      await forgetChanges(query)
      await pruneChanges(query)
    },
  }
}

function following(changes: ChangeFeed): Pick<Database, 'subscribe' | 'catchUp' | 'isBehind' | 'keepUp'> {
  return {
    subscribe: (listener) => changes.subscribe(listener),
    // Changes arrive by themselves, within milliseconds.
    catchUp: () => {},
    isBehind: () => changes.isBehind(),
    keepUp: () => changes.catchUp(),
  }
}

async function openChangeFeed(
  { url, listenUrl = url, log }: PostgresOptions,
  query: Kysely<Schema>,
): Promise<ChangeFeed> {
  const notify = (payload: string) => sql`select pg_notify(${channel}, ${payload})`.execute(query)
  const changes = new ChangeFeed({ url, listenUrl, log, notify })
  try {
    await changes.begin()
    return changes
  } catch (error) {
    changes.stop()
    throw error
  }
}

/** Limits how many searches run at once, and lets accounts take turns. */
function scheduledSearch(search: LinkSearch, scheduler: AccountScheduler): LinkSearch {
  return {
    ...search,
    find: (filter, page) => scheduler.take(requesterOf(filter.userId), () => search.find(filter, page)),
  }
}

/**
 * Tries a connection, so that a wrong or missing server gives a clear error. The error leaves out the URL, because it has a
 * password.
 */
async function checkServer(query: Kysely<Schema>): Promise<void> {
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

/** Opens one connection without time limits, for what works on whole tables. */
export async function connectUnhurried(url: string, log: Log): Promise<Connections> {
  const connections = connect(url, 1, log, { patience: 0, name: 'linnet-migration' })
  await checkServer(connections.query)
  return connections
}

/** Creates and migrates the tables as needed, over a connection without time limits. */
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

/** Opens a second pool of connections to existing tables, which neither migrates nor receives changes. */
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
