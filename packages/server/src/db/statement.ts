// Statements that are compiled once and run many times: Kysely's builder takes several times as long as SQLite itself.
import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from 'kysely'
import type { Query } from './database.ts'

/** A placeholder, while a statement is built, for a value that is only known when it runs. */
class Placeholder {
  constructor(readonly name: string) {}
}

/**
 * A statement in which only the values change from one run to the next. `build` is called once for each connection, with a
 * placeholder for every value: it may only pass them to the builder. If the SQL itself depends on a value, such as an
 * optional filter, two statements are needed.
 */
export function statement<Values extends object, Row>(
  build: (query: Query, values: Values) => Compilable<Row>,
): (query: Query, values: Values) => Promise<QueryResult<Row>> {
  const placeholders = new Proxy({} as Values, { get: (_, name) => new Placeholder(String(name)) })
  const built = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  return (query, values) => {
    const executor = query.getExecutor()
    let compiled = built.get(executor.adapter)
    if (!compiled) {
      compiled = build(query, placeholders).compile()
      built.set(executor.adapter, compiled)
    }
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    )
    return executor.executeQuery<Row>({ ...compiled, parameters })
  }
}
