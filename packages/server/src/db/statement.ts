// Statements that are built once and run many times: Kysely's builder costs several times what SQLite needs for the work.
import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely'
import type { Query } from './database.ts'

/** Stands, while a statement is built, for a value that is only known when it runs. */
class StandIn {
  constructor(readonly name: string) {}
}

/**
 * A statement of which only the values change from one run to the next. `build` is called once for each connection
 * and given a stand-in for every value: it may hand them to the builder, and nothing else. What decides the
 * statement's shape (a filter that is there or not) belongs into two statements.
 */
export function statement<Values extends object, Row>(
  build: (query: Query, values: Values) => Compilable<Row>,
): (query: Query, values: Values) => Promise<QueryResult<Row>> {
  const standIns = new Proxy({} as Values, { get: (_, name) => new StandIn(String(name)) })
  const built = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  return (query, values) => {
    const { adapter } = query.getExecutor()
    let compiled = built.get(adapter)
    if (!compiled) {
      compiled = build(query, standIns).compile()
      built.set(adapter, compiled)
    }
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof StandIn ? values[parameter.name as keyof Values] : parameter,
    )
    return query.executeQuery({ ...compiled, parameters })
  }
}
