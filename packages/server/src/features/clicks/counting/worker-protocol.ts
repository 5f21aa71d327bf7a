// The messages between the main thread and the click worker.
import type { LogLevel } from '../../../platform/observability/log.ts'
import type { TracingOptions } from '../../../platform/observability/tracing/index.ts'
import type { JournalToCount } from './journal-counter.ts'

/** The indexes of `ClickWorkerOrders.counted`. */
export const clickCounters = { clicks: 0, batches: 1, failures: 2 } as const
export const clickCounterBytes = 12

/** Sent once, to start. */
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
  journals: JournalToCount[]
  /** 32-bit counters at the indexes of `clickCounters`: what was counted for this process. */
  counted: SharedArrayBuffer
  /** `Heartbeat.memory`, with which the worker sees whether the main thread is blocked. */
  heartbeat: SharedArrayBuffer
}

export type ToClickWorker =
  | { kind: 'begin'; orders: ClickWorkerOrders }
  /** Count what other processes left and the first `written` clicks of this process, then answer. */
  | { kind: 'settle'; request: number; written: number }
  | { kind: 'stop' }

export type FromClickWorker =
  /** `fault` says why the clicks could not be counted. */
  | { kind: 'settled'; request: number; fault: string | null }
  /** The clicks that dead processes left are counted. */
  | { kind: 'leftovers counted' }
  | { kind: 'stopped' }
