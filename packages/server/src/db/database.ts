// A database as the stores of features see it, on either engine.
import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { MaybePromise } from '../platform/concurrency/bounded-cache.ts'
import type { Lease } from '../platform/concurrency/lease.ts'
import type { Histogram } from '../platform/observability/metrics/index.ts'
import type { RateLimiter } from '../platform/security/rate-limit.ts'
import type { RunTransaction, Tx } from '../platform/transaction.ts'
import type { BulkRows } from './bulk-rows.ts'
import type { Engine } from './engine.ts'
import type { LinkSearch } from './link-search.ts'
import type { Schema } from './schema.ts'

export type Query = Kysely<Schema>

/** A database for reading and writing, without what only the server's main thread needs. */
export interface BareDatabase {
  engine: Engine
  /** For reading outside of transactions: sees what is committed. */
  read: Query
  transaction: RunTransaction
  /** The database's own time in Unix seconds: the same clock for all nodes. */
  time: RawBuilder<number>
  /** Many rows at a time, in a transaction. */
  bulk: BulkRows
  /** Removes deleted data from the write-ahead log too, if that is a file beside the database. */
  checkpoint(): Promise<void>
  close(): Promise<void>
}

/** The connections of a pool, and how many queries wait for one. */
export interface PoolMetrics {
  inUse: number
  idle: number
  waiting: number
  most: number
}

/** The metrics of a process's database. */
export interface DatabaseMetrics {
  engine: Engine
  /** The pool's; null if there is none. */
  connections: PoolMetrics | null
  /** Whether changes of other processes are received immediately. */
  isListening: boolean
  /** Whether a replica answers queries that may be slightly out of date. */
  isReplicaUsed: boolean
  /** How long queries took, in seconds. */
  queries: Histogram
  /** Since the process started: the database was unavailable, full or locked. */
  failures: number
}

export interface Database extends BareDatabase {
  metrics(): DatabaseMetrics
  /**
   * Prepares a query for one row that runs very often: it is compiled once, and SQLite answers without a promise. The
   * parameters are in the order of those in the query, whose own values are ignored.
   */
  prepare<Row>(query: Compilable<Row>): (...parameters: unknown[]) => MaybePromise<Row | undefined>
  /**
   * Locks these names until the transaction ends; other transactions that lock one of them wait. Names are locked in one
   * order, so that no two transactions wait for each other.
   */
  lock(tx: Tx, names: string[]): Promise<void>
  /** Announces, in a transaction, what other processes must drop from their caches once it is committed. */
  announce(tx: Tx, topic: string): Promise<void>
  /**
   * Calls `listener` with what this process or another has announced. `null` means that something may have been missed, so
   * everything must be dropped.
   */
  subscribe(listener: (topic: string | null) => void): void
  /**
   * For queries of one request that may take long. On SQLite, they run in the query worker, so that redirects continue
   * meanwhile, and accounts take turns (null: the server itself). Each query sees what was committed before it. After ten
   * seconds, or if too many of the account are pending, a query is refused as `unavailable`.
   */
  readInWorker(account: number | null): Query
  /**
   * The same, but on a read replica if there is one. If the replica doesn't have everything that was committed before, `query`
   * answers instead.
   */
  readReplica(query: Query): Query
  /** Refuses all queries of `readInWorker` from now on, so that a stopping server does not wait for them. */
  refuseWorkerReads(): void
  linkSearch: LinkSearch
  /** The size of the database on disk in bytes, without the write-ahead log. */
  size(): Promise<number>
  /** Polls for announcements at once, if the engine polls for them. */
  catchUp(): void
  /**
   * Whether this process may have missed announcements because it was frozen for seconds: then answers from caches wait for
   * `keepUp` first, which takes at most a quarter of a second. While the database is unavailable, this is false, because
   * nothing is more up to date than the caches.
   */
  isBehind(): boolean
  keepUp(): Promise<void>
  /** Deletes announcements that all processes have received. */
  pruneChanges(): Promise<void>
  /** The memory of the queue that threads share for writing; null if they need none. */
  writerQueue: SharedArrayBuffer | null
  /** Takes the lease of that name whenever it is free: only one node holds it. Immediate if there is only one node. */
  takeLease(name: string): Promise<Lease>
  /** Rate limits that are shared by all processes at this database; null if only one process serves it. */
  sharedRateLimiter: RateLimiter | null
  /** The tables of single clicks; null if there is only one. */
  clickMonths: ClickMonths | null
}

/** The tables that hold single clicks on PostgreSQL, one for each month. */
export interface ClickMonths {
  /** Creates the tables of this month and the next ones where they are missing. */
  make(today: string): Promise<void>
  /** Drops the tables whose days are all before `day`. */
  dropBefore(day: string): Promise<void>
}

/** The query builder of an open transaction. */
export function within(tx: Tx): Query {
  return tx as unknown as Query
}

/** An open transaction as features pass it on. */
export function asTransaction(query: Query): Tx {
  return query as unknown as Tx
}

/** Runs a part of a transaction that may fail: then only its writes are undone, and the transaction continues. */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const query = within(tx)
  await sql`savepoint attempt`.execute(query)
  try {
    const result = await work()
    await sql`release savepoint attempt`.execute(query)
    return result
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(query)
    await sql`release savepoint attempt`.execute(query)
    throw error
  }
}
