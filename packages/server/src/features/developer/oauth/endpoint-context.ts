// Who sent a request to an OAuth endpoint, and when.
import type { Client } from '../../../platform/operations/handler.ts'

export interface EndpointContext {
  client: Client
  /** Milliseconds. */
  now: number
}
