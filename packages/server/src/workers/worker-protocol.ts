// The messages between a server process and the supervisor that started it.
import type { MetricFamily } from '../platform/observability/metrics/index.ts'

export type ToWorker =
  /** Print where the service is and what to do next. */
  | { kind: 'greet' }
  /** Answer with your metrics. */
  | { kind: 'metrics'; request: number }
  /** Count your clicks of an account (null: of all), then answer. */
  | { kind: 'settle'; request: number; userId: number | null }
  /** The others have counted what you requested, or can't. */
  | { kind: 'siblings settled'; request: number }

export type FromWorker =
  | { kind: 'listening' }
  | { kind: 'metrics'; request: number; families: MetricFamily[] }
  /** Have the others count their clicks of an account (null: of all). */
  | { kind: 'settle'; request: number; userId: number | null }
  /** The clicks are counted, or can't be. */
  | { kind: 'settled'; request: number }
