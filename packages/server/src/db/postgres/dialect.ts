// How transactions begin on PostgreSQL: with their limits in the same round trip, for a session's would not outlive a pooler.
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'

// No question needs as long; one that does must not keep a connection from the others. And who holds rows and says
// nothing for as long has been frozen, or cut off.
const limits = "set local statement_timeout = '10s'; set local idle_in_transaction_session_timeout = '10s'"
// A search of a common term marks its links in memory; where that does not fit, each one of a marked page is looked
// at twice. And compiling a plan whose cost is estimated too high takes longer than running it.
const room = "set local work_mem = '64MB'; set local jit = off"

type Connection = Parameters<PostgresDriver['releaseConnection']>[0]

export class Dialect extends PostgresDialect {
  constructor(private readonly config: PostgresDialectConfig) {
    super(config)
  }

  override createDriver(): PostgresDriver {
    return new Driver(this.config)
  }

  override createAdapter(): PostgresAdapter {
    return new Adapter()
  }
}

/** For reading alone, each question by itself. */
export class DialectForSearches extends PostgresDialect {
  constructor(private readonly config: PostgresDialectConfig) {
    super(config)
  }

  override createDriver(): PostgresDriver {
    return new DriverForSearches(this.config)
  }
}

class Driver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`begin; ${limits}`))
  }
}

class DriverForSearches extends PostgresDriver {
  override async acquireConnection(): Promise<Connection> {
    const connection = (await super.acquireConnection()) as Connection
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin; ${limits}; ${room}`))
      return connection
    } catch (error) {
      await super.releaseConnection(connection)
      throw error
    }
  }

  override async releaseConnection(connection: Connection): Promise<void> {
    // Where the connection has broken, whoever asked has been told, and the pool replaces it.
    await connection.executeQuery(CompiledQuery.raw('commit')).catch(() => undefined)
    await super.releaseConnection(connection)
  }
}

class Adapter extends PostgresAdapter {
  /** Kysely's would be the session's; see `holdMigrations`. */
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}
