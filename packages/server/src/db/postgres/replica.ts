// Questions about clicks to a read replica, wherever it knows all that the primary has committed; else to the primary.
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
import type { Log } from '../../platform/observability/log.ts'
import type { Query } from '../database.ts'
import type { Schema } from '../schema.ts'
import { connect } from './pool.ts'

// How long it is waited for until it knows what is asked for, and how long it is left alone where it did not in time.
const patienceMilliseconds = 500
const restMilliseconds = 2000
const retryMilliseconds = 5

export interface Replica {
  /** The same questions as to `primary`, which answers those that the replica can't. */
  before(primary: Query): Query
  /** Whether it has answered lately where it was asked. */
  isUsed(): boolean
  close(): Promise<void>
}

export function openReplica(url: string, size: number, primary: Query, log: Log): Replica {
  const { searches, query, close } = connect(url, size, log)
  let restsUntil = 0

  /** Whether it has all that the primary has committed by now. */
  async function isUpToDate(): Promise<boolean> {
    if (performance.now() < restsUntil) return false
    // What is not flushed is not sent yet, but committed where the primary does not wait for its disk.
    const { rows } = await sql<{ lsn: string }>`
      select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_lsn() end::text as lsn
    `.execute(primary)
    const late = Bun.sleep(patienceMilliseconds).then(() => 'it is behind')
    const fault = await Promise.race([reach(rows[0]?.lsn ?? ''), late])
    if (fault !== null) rest(fault)
    return fault === null
  }

  /** Resolves once the replica has replayed that much; to a reason where it can't be asked. */
  async function reach(lsn: string): Promise<string | null> {
    const end = performance.now() + patienceMilliseconds
    try {
      while (performance.now() < end) {
        const { rows } = await sql<{ is_known: boolean | null }>`
          select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as is_known
        `.execute(query)
        // Promoted, it goes its own way.
        if (rows[0]?.is_known == null) return 'it is no replica'
        if (rows[0].is_known) return null
        await Bun.sleep(retryMilliseconds)
      }
      return 'it is behind'
    } catch (error) {
      return (error as Error).message
    }
  }

  function rest(reason: string): void {
    log.warn('statistics are read from the primary', { reason })
    restsUntil = performance.now() + restMilliseconds
  }

  async function ask<Row>(question: CompiledQuery, otherwise: Query): Promise<QueryResult<Row>> {
    if (await isUpToDate())
      try {
        return await searches.executeQuery<Row>(question as CompiledQuery<Row>)
      } catch (error) {
        // It may have gone, or have ended the question for what it has to replay.
        rest((error as Error).message)
      }
    return await otherwise.executeQuery<Row>(question as CompiledQuery<Row>)
  }

  return {
    before: (primary) => asking((question) => ask(question, primary)),
    isUsed: () => performance.now() >= restsUntil,
    close,
  }
}

// Statements that are built once are known by the adapter that they were built for.
const adapter = new PostgresAdapter()

/** A query builder whose statements, one at a time, go wherever `ask` sends them. */
function asking(ask: <Row>(question: CompiledQuery) => Promise<QueryResult<Row>>): Query {
  const connection: DatabaseConnection = { executeQuery: ask, streamQuery: refuse }
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
  throw new Error('a replica only answers single questions')
}
