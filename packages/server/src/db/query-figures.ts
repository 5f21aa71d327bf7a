// How long queries take and how many fail, for a monitor. Reads that are prepared on SQLite do not come by here.
import type { LogEvent } from 'kysely'
import { Histogram, lookupBounds } from '../platform/metrics/index.ts'
import { isDatabaseAway } from './faults.ts'

export class QueryFigures {
  readonly queries = new Histogram(lookupBounds)
  failures = 0

  /** For Kysely, which calls it after each query. A row that exists already, or the like, is no failure of the database. */
  readonly note = (event: LogEvent): void => {
    this.queries.observe(event.queryDurationMillis / 1000)
    if (event.level === 'error' && isDatabaseAway(event.error)) this.failures++
  }
}
