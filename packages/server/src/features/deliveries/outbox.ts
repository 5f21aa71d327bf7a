// The outbox: what happened, written down for each endpoint that listens, in the transaction of the change.
import type { EventType } from '@linnet/contract/event-types'
import { unixSeconds } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Outbox } from '../../platform/outbox.ts'
import type { Listener, OutboxStore, ToldEvent } from './outbox-store.ts'

/** An event as it is sent: its id, and its body byte for byte. */
export interface WrittenEvent {
  id: string
  type: EventType
  body: string
  /** Unix seconds. */
  at: number
}

/** Puts an event into words. `now`, in milliseconds, is when it happened. */
export function writeEvent(type: EventType, data: unknown, now: number): WrittenEvent {
  const id = newId('evt', now)
  const at = unixSeconds(now)
  return { id, type, body: JSON.stringify({ id, type, created_at: at, data }), at }
}

/** An event with the endpoints that are told of it: those that ask for its type. */
export function eventFor(
  listeners: readonly Listener[],
  type: EventType,
  data: unknown,
  now: number,
): ToldEvent {
  const endpointIds = listeners.filter(({ events }) => events.has(type)).map(({ id }) => id)
  return { ...writeEvent(type, data, now), endpointIds }
}

/** `written` is called when something was written, which is committed a moment later, or not at all. */
export function createOutbox(store: OutboxStore, written: () => void): Outbox {
  return {
    async add(tx, userId, events, now) {
      if (events.length === 0) return
      const listeners = await store.listeners(tx, userId)
      const told = events.filter(({ type }) => listeners.some((listener) => listener.events.has(type)))
      if (told.length === 0) return
      await store.insert(
        tx,
        told.map(({ type, data }) => eventFor(listeners, type, data, now)),
      )
      written()
    },
  }
}
