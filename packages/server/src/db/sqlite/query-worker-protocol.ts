// The messages between the main thread and the query worker.
import type { SQLQueryBindings } from 'bun:sqlite'

export type ToQueryWorker =
  | { kind: 'open'; file: string; writerQueue: SharedArrayBuffer }
  | { kind: 'read'; request: number; sql: string; parameters: readonly SQLQueryBindings[] }
  /** Index some of the earlier changes; the reply has a row if more are left. */
  | { kind: 'index'; request: number }
  | { kind: 'close' }

export interface QueryWorkerFault {
  message: string
  /** SQLite's code, such as `SQLITE_FULL`. */
  code: string | undefined
}

export interface FromQueryWorker {
  request: number
  rows?: unknown[]
  fault?: QueryWorkerFault
}
