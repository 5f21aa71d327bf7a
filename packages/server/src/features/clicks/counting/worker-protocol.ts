// What the main thread and the drain's thread say to each other.
import type { LogLevel } from '../../../platform/observability/log.ts'
import type { TracingOptions } from '../../../platform/observability/tracing/index.ts'
import type { CountedJournal } from './journal-counter.ts'

/** The words of `ClickWorkerOrders.counted`. */
export const clickCounters = { clicks: 0, batches: 1, failures: 2 } as const
export const clickCounterBytes = 12

/** Sent once, to begin. */
export interface ClickWorkerOrders {
  databaseUrl: string | null
  dataDirectory: string
  /** See `Database.writerQueue`. */
  writerQueue: SharedArrayBuffer | null
  logLevel: LogLevel
  tracing: TracingOptions | null
  /** The host of the default short domain. */
  shortHost: string
  keepClicks: boolean
  /** The journal that this process writes comes first; the others were left by processes that died. */
  journals: CountedJournal[]
  /** Words of 32 bits at the places below: what of this process is counted. */
  counted: SharedArrayBuffer
  /** `Heartbeat.memory`, by which this thread sees whether the main one is blocked. */
  heartbeat: SharedArrayBuffer
}

export type ToClickWorker =
  | { kind: 'begin'; orders: ClickWorkerOrders }
  /** Count what others have left and the first `written` clicks of this process, then say so. */
  | { kind: 'settle'; request: number; written: number }
  | { kind: 'stop' }

export type FromClickWorker =
  /** `fault` tells why the clicks could not be counted. */
  | { kind: 'settled'; request: number; fault: string | null }
  /** What dead processes left is counted. */
  | { kind: 'left is counted' }
  | { kind: 'stopped' }
