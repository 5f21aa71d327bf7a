// Metrics of queries: how long they take and how many fail. Prepared reads on SQLite are not included.
import type { LogEvent } from 'kysely'
import { Histogram, lookupBounds } from '../platform/observability/metrics/index.ts'
import type { Tracing } from '../platform/observability/tracing/index.ts'
import type { Engine } from './engine.ts'
import { isDatabaseAway } from './faults.ts'

export class QueryMetrics {
  readonly queries = new Histogram(lookupBounds)
  failures = 0
  private readonly trace: ((event: LogEvent) => void) | null

  constructor(engine: Engine, tracing: Tracing | null) {
    this.trace = tracing && tracingOf(engine, tracing)
  }

  /** Called after each query. A violated constraint, for example, does not count as a failure of the database. */
  readonly note = (event: LogEvent): void => {
    this.trace?.(event)
    this.queries.observe(event.queryDurationMillis / 1000)
    if (event.level === 'error' && isDatabaseAway(event.error)) this.failures++
  }
}

/** Records a span for each query: its SQL, with a placeholder for each value. */
function tracingOf(engine: Engine, tracing: Tracing): (event: LogEvent) => void {
  const system = engine === 'sqlite' ? 'sqlite' : 'postgresql'
  return ({ level, query, queryDurationMillis: milliseconds }) => {
    const operation = /^\s*(\w+)/.exec(query.sql)?.[1]?.toUpperCase() ?? 'QUERY'
    tracing.record(operation, {
      kind: 'client',
      begun: Date.now() - milliseconds,
      milliseconds,
      attributes: { 'db.system.name': system, 'db.operation.name': operation, 'db.query.text': query.sql },
      failed: level === 'error',
    })
  }
}
