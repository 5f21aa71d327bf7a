// What the main thread and SQLite's thread aside say to each other.
import type { SQLQueryBindings } from 'bun:sqlite'

export type ToQueryWorker =
  | { kind: 'open'; file: string; writerQueue: SharedArrayBuffer }
  | { kind: 'read'; request: number; sql: string; parameters: readonly SQLQueryBindings[] }
  /** Take some of what was written before into the search index; answered with a row where more is left. */
  | { kind: 'index'; request: number }
  | { kind: 'close' }

export interface QueryWorkerFault {
  message: string
  /** SQLite's name of the fault, such as `SQLITE_FULL`. */
  code: string | undefined
}

export interface FromQueryWorker {
  request: number
  rows?: unknown[]
  fault?: QueryWorkerFault
}
