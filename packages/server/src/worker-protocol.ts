// What a worker process and the process that started it say to each other.
import type { Family } from './platform/metrics/index.ts'

export type ToWorker =
  /** Tell the operator where the service is, and what to do next. */
  | { kind: 'greet' }
  /** Say what a monitor is told of you. */
  | { kind: 'figures'; request: number }

export type FromWorker = { kind: 'listening' } | { kind: 'figures'; request: number; families: Family[] }
