// What the main thread and the sending thread say to each other.

import type { LogLevel } from '../../platform/observability/log.ts'
import type { TracingOptions } from '../../platform/observability/tracing/index.ts'
import type { SecretKeys } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'

/** Sent once, to begin. */
export interface SenderOrders {
  databaseUrl: string | null
  dataDirectory: string
  /** See `Database.turns`. */
  turns: SharedArrayBuffer | null
  /** See `Clock.offset`. */
  clockOffset: Clock['offset']
  logLevel: LogLevel
  tracing: TracingOptions | null
  /** See `createSecrets`. */
  secretKeys: SecretKeys
  dnsServers: string[]
  allowPrivateTargets: boolean
  /** Words of 32 bits at the places below: what this process has sent. */
  sent: SharedArrayBuffer
}

/** The words of `SenderOrders.sent`. */
export const sentWords = { delivered: 0, failedAttempts: 1, givenUp: 2 } as const
export const sentBytes = 12

export type ToSender =
  | { kind: 'begin'; orders: SenderOrders }
  /** Look what is due. */
  | { kind: 'look' }
  | { kind: 'stop' }

export interface FromSender {
  kind: 'stopped'
}
