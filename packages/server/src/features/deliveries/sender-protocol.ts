// What the main thread and the sending thread say to each other.
import type { Clock } from '../../platform/clock.ts'
import type { LogLevel } from '../../platform/log.ts'

/** Sent once, to begin. */
export interface SenderOrders {
  databaseUrl: string | null
  dataDirectory: string
  /** See `Database.turns`. */
  turns: SharedArrayBuffer | null
  /** See `Clock.offset`. */
  clockOffset: Clock['offset']
  logLevel: LogLevel
  /** See `createSecrets`. */
  secretKey: string | null
  dnsServers: string[]
  allowPrivateTargets: boolean
}

export type ToSender =
  | { kind: 'begin'; orders: SenderOrders }
  /** Look what is due. */
  | { kind: 'look' }
  | { kind: 'stop' }

export interface FromSender {
  kind: 'stopped'
}
