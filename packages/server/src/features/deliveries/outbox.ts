// The outbox: what happened, written down for each endpoint that listens, in the transaction of the change.
import type { EventType } from '@linnet/contract/event-types'
import { unixSeconds } from '../../platform/clock.ts'
import { orderedIds } from '../../platform/ids.ts'
import type { Outbox } from '../../platform/outbox.ts'
import type { DeliveryStore, Listener, NewDelivery } from './store.ts'

/** An event as it is sent: its id, and its body byte for byte. */
export interface WrittenEvent {
  id: string
  type: EventType
  body: string
  /** Unix seconds. */
  at: number
}

// The list of deliveries is in the order of their events.
const nextId = orderedIds('evt')

/** Puts an event into words. `now`, in milliseconds, is when it happened. */
export function writeEvent(type: EventType, data: unknown, now: number): WrittenEvent {
  const id = nextId(now)
  const at = unixSeconds(now)
  return { id, type, body: JSON.stringify({ id, type, created_at: at, data }), at }
}

/** What is to be sent of an event: once to each of these endpoints that asks for its type. */
export function deliveriesOf(event: WrittenEvent, listeners: readonly Listener[]): NewDelivery[] {
  return listeners
    .filter(({ events }) => events.has(event.type))
    .map(({ id }) => ({
      endpoint_id: id,
      event_id: event.id,
      event_type: event.type,
      body: event.body,
      created_at: event.at,
    }))
}

/** `written` is called when something was written, which is committed a moment later, or not at all. */
export function createOutbox(store: DeliveryStore, written: () => void): Outbox {
  return {
    async add(tx, userId, events, now) {
      if (events.length === 0) return
      const listeners = await store.listeners(tx, userId)
      if (!events.some(({ type }) => listeners.some((listener) => listener.events.has(type)))) return
      await store.insert(
        tx,
        events.flatMap(({ type, data }) => deliveriesOf(writeEvent(type, data, now), listeners)),
      )
      written()
    },
  }
}
