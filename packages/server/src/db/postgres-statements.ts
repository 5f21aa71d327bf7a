// Questions that are asked very often: a connection plans each of them once, where what it has prepared stays its own.
import type { Compilable, CompiledQuery, LogEvent, PostgresPool } from 'kysely'

interface Question {
  text: string
  values: unknown[]
  /** What the connection calls its plan; without it, it plans anew. */
  name?: string
}

interface Client {
  query(question: Question): Promise<{ rows: unknown[] }>
}

export class Statements {
  private prepared = 0

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
    const name = `linnet_${this.prepared++}`
    return async (...parameters) => {
      const question = { text: compiled.sql, values: parameters }
      return (await this.ask(compiled, mayKeep() ? { ...question, name } : question)) as Row | undefined
    }
  }

  private async ask(compiled: CompiledQuery, question: Question): Promise<unknown> {
    const begun = performance.now()
    const told = (): Pick<LogEvent, 'query' | 'queryDurationMillis'> => ({
      query: compiled,
      queryDurationMillis: performance.now() - begun,
    })
    try {
      const client = await this.pool.connect()
      try {
        const { rows } = await (client as unknown as Client).query(question)
        this.note({ level: 'query', ...told() })
        return rows[0]
      } finally {
        client.release()
      }
    } catch (error) {
      this.note({ level: 'error', error, ...told() })
      throw error
    }
  }
}
