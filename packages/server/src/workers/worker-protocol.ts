// What a worker process and the process that started it say to each other.
import type { MetricFamily } from '../platform/observability/metrics/index.ts'

export type ToWorker =
  /** Tell the operator where the service is, and what to do next. */
  | { kind: 'greet' }
  /** Say what a monitor is told of you. */
  | { kind: 'figures'; request: number }
  /** Count what you have of an account's clicks (null: of all), then say so. */
  | { kind: 'settle'; request: number; userId: number | null }
  /** The others have counted what you asked them to, or can't. */
  | { kind: 'siblings settled'; request: number }

export type FromWorker =
  | { kind: 'listening' }
  | { kind: 'figures'; request: number; families: MetricFamily[] }
  /** Have the others count what they have of an account's clicks (null: of all). */
  | { kind: 'settle'; request: number; userId: number | null }
  /** It is counted, or can't be. */
  | { kind: 'settled'; request: number }
