// What the main thread and the sending thread say to each other.
import type { LogLevel } from '../../platform/log.ts'

/** Sent once, to begin. */
export interface SenderOrders {
  databaseUrl: string | null
  dataDirectory: string
  /** See `Database.turns`. */
  turns: SharedArrayBuffer | null
  logLevel: LogLevel
  /** See `createSecrets`. */
  secretKey: string | null
  dnsServers: string[]
  allowPrivateTargets: boolean
}

export type ToSender =
  | { kind: 'begin'; orders: SenderOrders }
  /** How far the clock is from the machine's, in milliseconds. */
  | { kind: 'clock'; offset: number }
  /** Look what is due. */
  | { kind: 'look' }
  | { kind: 'stop' }

export interface FromSender {
  kind: 'stopped'
}
