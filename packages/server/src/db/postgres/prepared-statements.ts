// Queries that run very often: each connection plans them once, unless a pooler shares its sessions with others.
import type { Compilable, CompiledQuery, LogEvent, PostgresPool } from 'kysely'

// PostgreSQL reads a small table as a whole, and would keep that plan while the table grows.
const fewestLinks = 10_000
const countedEveryMilliseconds = 60_000
// The last count or estimate of PostgreSQL; -1 if there is none.
const countedLinks = "select reltuples >= $1 as are_many from pg_class where oid = to_regclass('links')"

interface QueryConfig {
  text: string
  values: unknown[]
  /** The name of the prepared statement; without one, the query is planned each time. */
  name?: string
}

interface Client {
  query<Row>(config: QueryConfig): Promise<{ rows: Row[] }>
}

export class Statements {
  private prepared = 0
  private areLinksMany = false
  private counted = Number.NEGATIVE_INFINITY

  /** `note` is called after each query. */
  constructor(
    private readonly pool: PostgresPool,
    private readonly note: (event: LogEvent) => void,
  ) {}

  /**
   * Prepares a query for one row; its parameters are in the order of those in the query. Planning so small a query takes
   * four times as long as running it. `mayKeep` says whether sessions belong to this process alone, so that they keep the
   * plan.
   */
  prepare<Row>(
    query: Compilable<Row>,
    mayKeep: () => boolean,
  ): (...parameters: unknown[]) => Promise<Row | undefined> {
    const compiled = query.compile()
    const name = `linnet_question_${this.prepared++}`
    return (...parameters) => {
      const config = { text: compiled.sql, values: parameters }
      return this.run<Row>(compiled, mayKeep() && this.isWorthKeeping() ? { ...config, name } : config)
    }
  }

  private isWorthKeeping(): boolean {
    if (!this.areLinksMany && performance.now() - this.counted > countedEveryMilliseconds) {
      this.counted = performance.now()
      this.first<{ are_many: boolean }>({ text: countedLinks, values: [fewestLinks] }).then(
        (counted) => {
          this.areLinksMany = counted?.are_many === true
        },
        // The query itself will report that the database is unavailable.
        () => {},
      )
    }
    return this.areLinksMany
  }

  private async run<Row>(query: CompiledQuery<Row>, config: QueryConfig): Promise<Row | undefined> {
    const begun = performance.now()
    const event = (): Pick<LogEvent, 'query' | 'queryDurationMillis'> => ({
      query,
      queryDurationMillis: performance.now() - begun,
    })
    try {
      const row = await this.first<Row>(config)
      this.note({ level: 'query', ...event() })
      return row
    } catch (error) {
      this.note({ level: 'error', error, ...event() })
      throw error
    }
  }

  private async first<Row>(config: QueryConfig): Promise<Row | undefined> {
    const client = await this.pool.connect()
    try {
      return (await (client as unknown as Client).query<Row>(config)).rows[0]
    } finally {
      client.release()
    }
  }
}
