// How transactions begin on PostgreSQL: with their limits in the same round trip, because a pooler would lose a session's.
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'

// No query needs this long, and one that does must not block a connection. A client that holds locks and is idle for this
// long is frozen or disconnected.
const limits = "set local statement_timeout = '10s'; set local idle_in_transaction_session_timeout = '10s'"
// The search for a common term needs a bitmap in memory; if it does not fit, each row of a page is checked again. And JIT
// compilation of a plan whose cost is overestimated takes longer than running it.
const searchSettings = "set local work_mem = '64MB'; set local jit = off"

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

/** Only for reading, each query in a transaction of its own. */
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
      await connection.executeQuery(CompiledQuery.raw(`begin; ${limits}; ${searchSettings}`))
      return connection
    } catch (error) {
      await super.releaseConnection(connection)
      throw error
    }
  }

  override async releaseConnection(connection: Connection): Promise<void> {
    // If the connection is broken, the query was rejected, and the pool replaces it.
    await connection.executeQuery(CompiledQuery.raw('commit')).catch(() => undefined)
    await super.releaseConnection(connection)
  }
}

class Adapter extends PostgresAdapter {
  /** Kysely's lock would belong to the session; see `lockMigrations`. */
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}
