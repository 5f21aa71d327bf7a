// Sends queries about clicks to a read replica if it has everything that the primary has committed, otherwise to the primary.
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import { waitAtMost } from '../../platform/concurrency/wait-at-most.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Query } from '../database.ts'
import type { Schema } from '../schema.ts'
import { connect } from './pool.ts'

// How long to wait until the replica is up to date, and how long not to use it if it was not in time.
const patienceMilliseconds = 500
const restMilliseconds = 2000
const retryMilliseconds = 5

export interface Replica {
  /** A query builder for the replica; queries that it can't answer go to `primary`. */
  before(primary: Query): Query
  /** Whether it answered the last queries. */
  isUsed(): boolean
  close(): Promise<void>
}

export function openReplica(url: string, size: number, primary: Query, log: Log): Replica {
  const { searches, query, close } = connect(url, size, log)
  let restsUntil = 0

  /** Whether it has everything that the primary has committed by now. */
  async function isUpToDate(): Promise<boolean> {
    if (performance.now() < restsUntil) return false
    // With synchronous_commit off, transactions are committed before they are flushed and sent.
    const { rows } = await sql<{ lsn: string }>`
      select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_lsn() end::text as lsn
    `.execute(primary)
    const fault = await waitAtMost(patienceMilliseconds, reach(rows[0]?.lsn ?? ''), () => 'it is behind')
    if (fault !== null) restAfter(fault)
    return fault === null
  }

  /** Resolves to null once the replica has replayed that much; otherwise to the reason why it can't be used. */
  async function reach(lsn: string): Promise<string | null> {
    const end = performance.now() + patienceMilliseconds
    try {
      while (performance.now() < end) {
        const { rows } = await sql<{ is_known: boolean | null }>`
          select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as is_known
        `.execute(query)
        // It was promoted, so it is an independent primary.
        if (rows[0]?.is_known == null) return 'it is not a replica'
        if (rows[0].is_known) return null
        await Bun.sleep(retryMilliseconds)
      }
      return 'it is behind'
    } catch (error) {
      return (error as Error).message
    }
  }

  function restAfter(reason: string): void {
    log.warn('statistics are read from the primary', { reason })
    restsUntil = performance.now() + restMilliseconds
  }

  async function route<Row>(query: CompiledQuery, otherwise: Query): Promise<QueryResult<Row>> {
    if (await isUpToDate())
      try {
        return await searches.executeQuery<Row>(query as CompiledQuery<Row>)
      } catch (error) {
        // It may be unavailable, or have cancelled the query because of a conflict with recovery.
        restAfter((error as Error).message)
      }
    return await otherwise.executeQuery<Row>(query as CompiledQuery<Row>)
  }

  return {
    before: (primary) => routedQuery((query) => route(query, primary)),
    isUsed: () => performance.now() >= restsUntil,
    close,
  }
}

// `statement` caches compiled statements by adapter, so there must be only one.
const adapter = new PostgresAdapter()

/** A query builder whose statements go wherever `route` sends them, one at a time. */
function routedQuery(route: <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>): Query {
  const connection: DatabaseConnection = { executeQuery: route, streamQuery: refuse }
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        releaseConnection: async () => {},
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        destroy: async () => {},
      }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

function refuse(): never {
  throw new Error('a replica only answers single queries')
}
