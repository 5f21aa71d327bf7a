// The messages between a server process and the supervisor that started it.
import type { MetricFamily } from '../platform/observability/metrics/index.ts'

export type ToWorker =
  /** Print the service's addresses and what to do next. */
  | { kind: 'greet' }
  /** Reply with your metrics. */
  | { kind: 'metrics'; request: number }
  /** Count your clicks of an account (null: of all accounts), then reply. */
  | { kind: 'settle'; request: number; userId: number | null }
  /** The others have counted the requested clicks, or can't. */
  | { kind: 'siblings settled'; request: number }

export type FromWorker =
  | { kind: 'listening' }
  | { kind: 'metrics'; request: number; families: MetricFamily[] }
  /** Ask the others to count their clicks of an account (null: of all accounts). */
  | { kind: 'settle'; request: number; userId: number | null }
  /** The clicks are counted, or can't be. */
  | { kind: 'settled'; request: number }
