// Kysely over bun:sqlite: one connection, without a lock of its own; commit-group.ts and the writer queue decide who may
// write.
import type { Database, SQLQueryBindings, Statement } from 'bun:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  type DialectAdapter,
  type Driver,
  Kysely,
  type LogEvent,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import type { Query } from '../database.ts'
import type { Schema } from '../schema.ts'
import { PlannedOnceCompiler } from './query-compiler.ts'

type Note = (event: LogEvent) => void

/** A query builder over a connection; `note` is called after each query. */
export function sqliteQueries(database: Database, note: Note | null = null): Query {
  const dialect = sqliteDialect(database)
  const driver = new BunDriver(database, note)
  const executor = new DirectExecutor(driver, dialect.createAdapter())
  return new Kysely<Schema>({ config: { dialect }, dialect, driver, executor })
}

function sqliteDialect(database: Database): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new BunDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PlannedOnceCompiler(),
  }
}

/**
 * Runs queries on the only connection. Kysely's own executor would await that connection, and then its release, for each
 * query, which takes about as long as looking up a row.
 */
class DirectExecutor extends DefaultQueryExecutor {
  constructor(
    private readonly driver: BunDriver,
    adapter: DialectAdapter,
  ) {
    super(new PlannedOnceCompiler(), adapter, new DefaultConnectionProvider(driver))
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.driver.connection.executeQuery<Row>(query)
  }
}

/**
 * SQLite can roll back schema changes, though Kysely does not rely on it. With this, a migration that is killed half-way
 * leaves nothing behind, and processes that start together run it once.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** All callers can share one connection, because each statement runs synchronously: no lock is needed. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class BunDriver implements Driver {
  readonly connection: BunConnection

  constructor(
    private readonly database: Database,
    note: Note | null = null,
  ) {
    this.connection = new BunConnection(database, note)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection
  }

  // Only migrations use this. IMMEDIATE, because a transaction that reads first and then writes fails with BUSY at once,
  // whatever the timeout, if another one has written in between.
  async beginTransaction(): Promise<void> {
    this.database.run('BEGIN IMMEDIATE')
  }

  async commitTransaction(): Promise<void> {
    this.database.run('COMMIT')
  }

  async rollbackTransaction(): Promise<void> {
    this.database.run('ROLLBACK')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.connection.finalize()
    this.database.close()
  }
}

// Statements differ by the length of their lists, so their number is unlimited. Bun's own cache of 20 is too small.
const mostPrepared = 200

interface Prepared {
  statement: Statement<unknown, SQLQueryBindings[]>
  /** Whether it returns rows. */
  reads: boolean
}

class BunConnection implements DatabaseConnection {
  private readonly prepared = new Map<string, Prepared>()

  constructor(
    private readonly database: Database,
    private readonly note: Note | null,
  ) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const begun = performance.now()
    const about = () => ({ query, queryDurationMillis: performance.now() - begun })
    try {
      const result = this.run<Row>(query)
      this.note?.({ level: 'query', ...about() })
      return result
    } catch (error) {
      this.note?.({ level: 'error', error, ...about() })
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: results are read whole; nothing here streams.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported on SQLite')
  }

  /** Finalizes the statements: as long as there are any, SQLite does not close the file. */
  finalize(): void {
    for (const { statement } of this.prepared.values()) statement.finalize()
    this.prepared.clear()
  }

  private run<Row>(query: CompiledQuery): QueryResult<Row> {
    const { statement, reads } = this.prepared.get(query.sql) ?? this.prepare(query.sql)
    const parameters = query.parameters as SQLQueryBindings[]
    if (reads) {
      const rows = statement.all(...parameters) as Row[]
      return { rows, numAffectedRows: BigInt(rows.length) }
    }
    const { changes } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  private prepare(sql: string): Prepared {
    const statement = this.database.prepare<unknown, SQLQueryBindings[]>(sql)
    const prepared = { statement, reads: statement.columnNames.length > 0 }
    const [oldest] = this.prepared
    if (oldest && this.prepared.size >= mostPrepared) {
      oldest[1].statement.finalize()
      this.prepared.delete(oldest[0])
    }
    this.prepared.set(sql, prepared)
    return prepared
  }
}
