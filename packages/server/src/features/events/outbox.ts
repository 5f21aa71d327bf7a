// The outbox: events, written once with the subscribed endpoints, in the transaction of the change.
import type { EventType } from '@linnet/contract/event-types'
import type { Outbox } from '../../platform/outbox.ts'
import { newId } from '../../platform/security/ids.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import { endpointsFor } from './fanout.ts'
import type { FanoutStore } from './fanout-store.ts'
import type { OutboxStore } from './outbox-store.ts'

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

/** `written` is called when something was written, which is committed a moment later, or not at all. */
export function createOutbox(
  store: Pick<OutboxStore, 'listeners'>,
  fanouts: Pick<FanoutStore, 'insert'>,
  written: () => void,
): Outbox {
  return {
    async add(tx, userId, events, now) {
      if (events.length === 0) return
      const listeners = await store.listeners(tx, userId)
      const wanted = events.filter(({ type }) => listeners.some((listener) => listener.events.has(type)))
      if (wanted.length === 0) return
      const endpoints = endpointsFor(listeners, new Set(wanted.map(({ type }) => type)))
      const entries = wanted.map(({ type, data }) => ({ types: [type], at: now, data: data as object }))
      const content = { shared: [], entries }
      await fanouts.insert(tx, [{ userId, endpoints, content, createdAt: unixSeconds(now) }])
      written()
    },
  }
}
