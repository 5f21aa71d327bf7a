// The messages between the main thread and the delivery worker.

import type { LogLevel } from '../../../platform/observability/log.ts'
import type { TracingOptions } from '../../../platform/observability/tracing/index.ts'
import type { SecretKeys } from '../../../platform/security/secrets.ts'
import type { Clock } from '../../../platform/time/clock.ts'

/** Sent once, to start. */
export interface DeliveryWorkerOrders {
  databaseUrl: string | null
  dataDirectory: string
  /** See `Database.writerQueue`. */
  writerQueue: SharedArrayBuffer | null
  /** See `Clock.offset`. */
  clockOffset: Clock['offset']
  logLevel: LogLevel
  tracing: TracingOptions | null
  /** See `createSecrets`. */
  secretKeys: SecretKeys
  dnsServers: string[]
  allowPrivateTargets: boolean
  /** 32-bit counters at the indexes of `deliveryCounters`: what this process has sent. */
  sent: SharedArrayBuffer
}

/** The indexes of `DeliveryWorkerOrders.sent`. */
export const deliveryCounters = { delivered: 0, failedAttempts: 1, givenUp: 2 } as const
export const deliveryCounterBytes = 12

export type ToDeliveryWorker =
  | { kind: 'begin'; orders: DeliveryWorkerOrders }
  /** Send what is due. */
  | { kind: 'poll' }
  | { kind: 'stop' }

export interface FromDeliveryWorker {
  kind: 'stopped'
}
