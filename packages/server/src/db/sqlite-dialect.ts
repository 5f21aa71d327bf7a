// Kysely over bun:sqlite: one connection, used as it is; who may write when is decided above, in sqlite.ts.
import type { Database, SQLQueryBindings } from 'bun:sqlite'
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
    this.database.close()
  }
}

class BunConnection implements DatabaseConnection {
  constructor(private readonly database: Database) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.database.query<Row, SQLQueryBindings[]>(query.sql)
    const parameters = query.parameters as SQLQueryBindings[]
    if (statement.columnNames.length > 0) {
      const rows = statement.all(...parameters)
      return { rows, numAffectedRows: BigInt(rows.length) }
    }
    const { changes } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  // biome-ignore lint/correctness/useYield: results are read whole; nothing here streams.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not offered on SQLite')
  }
}
