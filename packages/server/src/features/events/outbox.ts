// The outbox: events, written once with the subscribed endpoints, in the transaction of the change.
import type { Outbox } from '../../platform/outbox.ts'
import { unixSeconds } from '../../platform/time/clock.ts'
import { endpointsFor } from './fanout.ts'
import type { FanoutStore } from './fanout-store.ts'
import type { OutboxStore } from './outbox-store.ts'

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
