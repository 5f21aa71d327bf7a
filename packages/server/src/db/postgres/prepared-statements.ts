// Questions that are asked very often: a connection plans each of them once, where what it has prepared stays its own.
import type { Compilable, CompiledQuery, LogEvent, PostgresPool } from 'kysely'

// Of a small table PostgreSQL plans to read all, and a plan that is kept would go on with that while the table grows.
const fewestLinks = 10_000
const countedEveryMilliseconds = 60_000
// What PostgreSQL has last counted or estimated; -1 where it never has.
const countedLinks = "select reltuples >= $1 as are_many from pg_class where oid = to_regclass('links')"

interface Question {
  text: string
  values: unknown[]
  /** What the connection calls its plan; without it, it plans anew. */
  name?: string
}

interface Client {
  query<Row>(question: Question): Promise<{ rows: Row[] }>
}

export class Statements {
  private prepared = 0
  private areLinksMany = false
  private counted = Number.NEGATIVE_INFINITY

  /** `note` is called after each question. */
  constructor(
    private readonly pool: PostgresPool,
    private readonly note: (event: LogEvent) => void,
  ) {}

  /**
   * A question for one row; its parameters stand in the order of those in the query. For a question so small, to plan it
   * takes four times as long as to answer it: `mayKeep` says whether sessions are this process's alone, so that they keep
   * the plan.
   */
  prepare<Row>(
    asked: Compilable<Row>,
    mayKeep: () => boolean,
  ): (...parameters: unknown[]) => Promise<Row | undefined> {
    const compiled = asked.compile()
    const name = `linnet_question_${this.prepared++}`
    return (...parameters) => {
      const question = { text: compiled.sql, values: parameters }
      return this.ask<Row>(compiled, mayKeep() && this.isWorthKeeping() ? { ...question, name } : question)
    }
  }

  private isWorthKeeping(): boolean {
    if (!this.areLinksMany && performance.now() - this.counted > countedEveryMilliseconds) {
      this.counted = performance.now()
      this.first<{ are_many: boolean }>({ text: countedLinks, values: [fewestLinks] }).then(
        (counted) => {
          this.areLinksMany = counted?.are_many === true
        },
        // Who asks for a link is told that the database is away.
        () => {},
      )
    }
    return this.areLinksMany
  }

  private async ask<Row>(query: CompiledQuery<Row>, question: Question): Promise<Row | undefined> {
    const begun = performance.now()
    const told = (): Pick<LogEvent, 'query' | 'queryDurationMillis'> => ({
      query,
      queryDurationMillis: performance.now() - begun,
    })
    try {
      const row = await this.first<Row>(question)
      this.note({ level: 'query', ...told() })
      return row
    } catch (error) {
      this.note({ level: 'error', error, ...told() })
      throw error
    }
  }

  private async first<Row>(question: Question): Promise<Row | undefined> {
    const client = await this.pool.connect()
    try {
      return (await (client as unknown as Client).query<Row>(question)).rows[0]
    } finally {
      client.release()
    }
  }
}
