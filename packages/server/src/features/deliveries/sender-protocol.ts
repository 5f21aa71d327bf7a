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
  /** Look what is due; `offset` is the clock's, in milliseconds. */
  | { kind: 'look'; offset: number }
  | { kind: 'stop' }

export interface FromSender {
  kind: 'stopped'
}
