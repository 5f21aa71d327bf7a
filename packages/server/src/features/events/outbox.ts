// The outbox: writes events together with the endpoints that subscribe to them, in the transaction of the change.
import type { Outbox } from '../../platform/outbox.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import { endpointsFor } from './fanout.ts'
import type { FanoutStore } from './fanout-store.ts'
import type { OutboxStore } from './outbox-store.ts'

/** `onWritten` is called when something was written, which is committed a moment later, or not at all. */
export function createOutbox(
  store: Pick<OutboxStore, 'listeners'>,
  fanouts: Pick<FanoutStore, 'insert'>,
  onWritten: () => void,
): Outbox {
  return {
    async add(tx, userId, events, now) {
      if (events.length === 0) return
      const listeners = await store.listeners(tx, userId)
      const subscribed = events.filter(({ type }) => listeners.some((listener) => listener.events.has(type)))
      if (subscribed.length === 0) return
      const endpoints = endpointsFor(listeners, new Set(subscribed.map(({ type }) => type)))
      const entries = subscribed.map(({ type, data }) => ({ types: [type], at: now, data: data as object }))
      const content = { shared: [], entries }
      await fanouts.insert(tx, [{ userId, endpoints, content, createdAt: unixSeconds(now) }])
      onWritten()
    },
  }
}
