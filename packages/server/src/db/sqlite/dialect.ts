// Kysely over bun:sqlite: one connection, used as it is; who may write when is decided above, in sqlite.ts.
import type { Database, SQLQueryBindings, Statement } from 'bun:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

export function sqliteDialect(database: Database): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new BunDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/**
 * SQLite can undo the making of tables, though Kysely does not rely on it: with this a migration that is killed half
 * way leaves nothing behind, and processes that start together run it once.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** One connection serves all at once, because each statement runs to its end in one go: no lock is needed around it. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class BunDriver implements Driver {
  private readonly connection: BunConnection

  constructor(private readonly database: Database) {
    this.connection = new BunConnection(database)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection
  }

  // Only the migrations come this way. IMMEDIATE, because a transaction that begins by reading and then wants to
  // write fails with BUSY at once, whatever the timeout, when another has written in between.
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

// Statements differ by the length of their lists, so there is no end to them. Bun's own cache keeps 20, too few.
const mostPrepared = 200

interface Prepared {
  statement: Statement<unknown, SQLQueryBindings[]>
  /** Whether it gives rows. */
  reads: boolean
}

class BunConnection implements DatabaseConnection {
  private readonly prepared = new Map<string, Prepared>()

  constructor(private readonly database: Database) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, reads } = this.prepared.get(query.sql) ?? this.prepare(query.sql)
    const parameters = query.parameters as SQLQueryBindings[]
    if (reads) {
      const rows = statement.all(...parameters) as Row[]
      return { rows, numAffectedRows: BigInt(rows.length) }
    }
    const { changes } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  // biome-ignore lint/correctness/useYield: results are read whole; nothing here streams.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not offered on SQLite')
  }

  /** Lets go of the statements: while there are any, SQLite does not close the file. */
  finalize(): void {
    for (const { statement } of this.prepared.values()) statement.finalize()
    this.prepared.clear()
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
