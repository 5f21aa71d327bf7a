// A database as the features' stores see it, whichever engine holds it.
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

/** A database to read and write, and no more. */
export interface BareDatabase {
  engine: Engine
  /** For reading outside of a transaction: sees what is committed. */
  read: Query
  transaction: RunTransaction
  /** The database's own time in Unix seconds: one clock for all nodes. */
  time: RawBuilder<number>
  /** Many rows at a time, within a transaction. */
  bulk: BulkRows
  /** Takes what was deleted out of the write-ahead log too, where that is a file beside the database. */
  checkpoint(): Promise<void>
  close(): Promise<void>
}

/** The connections of a pool, and who waits for one. */
export interface PoolMetrics {
  inUse: number
  idle: number
  waiting: number
  most: number
}

/** What a monitor is told of a process's database. */
export interface DatabaseMetrics {
  engine: Engine
  /** Of the pool; null where there is none. `waiting`: those who wait for a connection. */
  connections: PoolMetrics | null
  /** Whether changes of other processes are heard of as they come. */
  isListening: boolean
  /** Whether questions that may be a little behind are asked of a replica. */
  isReplicaUsed: boolean
  /** How long queries took, in seconds. */
  queries: Histogram
  /** Since the process started: the database was away, full or locked. */
  failures: number
}

export interface Database extends BareDatabase {
  figures(): DatabaseMetrics
  /**
   * Prepares a question for one row that is asked very often: its words are put together once, and SQLite answers
   * without a promise. The parameters stand in the order of those in the query, whose own values count for nothing.
   */
  prepare<Row>(query: Compilable<Row>): (...parameters: unknown[]) => MaybePromise<Row | undefined>
  /**
   * Holds these names until the transaction ends; others that hold one of them wait. The names are taken in one
   * order, so that no two transactions wait for each other.
   */
  lock(tx: Tx, names: string[]): Promise<void>
  /** Tells, within a transaction, what other processes must forget once it is committed. */
  announce(tx: Tx, topic: string): Promise<void>
  /**
   * Listens to what was announced, by this process or another. `null` means that something may have been missed:
   * forget everything.
   */
  subscribe(listener: (topic: string | null) => void): void
  /**
   * For the questions of one request that may take long: on SQLite asked in a thread of its own, so that redirects go on
   * meanwhile, where accounts take turns (null: the server itself). Sees what was committed before each question. After
   * ten seconds, or when too many of the account wait, a question is refused as `unavailable`.
   */
  readInWorker(account: number | null): Query
  /**
   * The same questions to a read replica, where there is one: it answers those for which it has all that was committed
   * before they are asked, and `query` the others.
   */
  readReplica(query: Query): Query
  /** Refuses all questions of `readInWorker`, now and from now on, so that nobody who stops waits for one. */
  refuseWorkerReads(): void
  linkSearch: LinkSearch
  /** How many bytes the database takes on its disk, the write-ahead log left out. */
  size(): Promise<number>
  /** Hears at once what was announced, where that is otherwise looked for now and then. */
  catchUp(): void
  /**
   * Whether this process may have missed announcements because it stood still for seconds, as a frozen one does: then
   * whoever answers from memory first waits for `keepUp`, which takes a quarter of a second at most. While the database
   * is away nothing is missed: what is remembered is the best that there is.
   */
  isBehind(): boolean
  keepUp(): Promise<void>
  /** Deletes announcements that everyone has heard. */
  pruneChanges(): Promise<void>
  /** By which the drain's thread takes turns with this one at writing; null where nobody has to wait. */
  writerQueue: SharedArrayBuffer | null
  /** Takes the lease of that name whenever it is free: of all nodes one holds it. At once where there is only one. */
  takeLease(name: string): Promise<Lease>
  /** Limits that hold for all processes at this database; null where only one process serves it. */
  sharedRateLimiter: RateLimiter | null
  /** The tables of single clicks; null where one has them all. */
  clickMonths: ClickMonths | null
}

/** The tables that hold single clicks on PostgreSQL, one for each month. */
export interface ClickMonths {
  /** Creates the tables of this month and the next ones where they are missing. */
  make(today: string): Promise<void>
  /** Drops the tables that have no day from `day` on. */
  dropBefore(day: string): Promise<void>
}

/** The query builder of an open transaction. */
export function within(tx: Tx): Query {
  return tx as unknown as Query
}

/** An open transaction as features hand it on. */
export function asTransaction(query: Query): Tx {
  return query as unknown as Tx
}

/** Runs a part of a transaction that may fail alone: what it wrote is undone, and the transaction goes on. */
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
