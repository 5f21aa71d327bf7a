// An event as it is sent: its identifier, its body, and the endpoints that receive it.
import type { EventType } from '@linnet/contract/event-types'
import { newId } from '../../platform/security/ids.ts'
import { unixSeconds } from '../../platform/time/clock.ts'

/** The body is sent byte for byte. */
export interface WrittenEvent {
  id: string
  type: EventType
  body: string
  /** Unix seconds. */
  at: number
}

/** An event, and the numbers of the endpoints that receive it. */
export interface AddressedEvent extends WrittenEvent {
  endpointIds: readonly number[]
}

/** Serializes an event. `now`, in milliseconds, is when it happened. */
export function writeEvent(type: EventType, data: unknown, now: number): WrittenEvent {
  const id = newId('evt', now)
  const at = unixSeconds(now)
  return { id, type, body: JSON.stringify({ id, type, created_at: at, data }), at }
}
