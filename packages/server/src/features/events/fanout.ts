// A fan-out: events of an account, written once, which expand to a delivery for each endpoint.
import type { EventType } from '@linnet/contract/event-types'
import { type AddressedEvent, writeEvent } from './event.ts'
import type { Listener } from './outbox-store.ts'

/** Something that happened: one event, or the two of a scan. */
export interface FanoutEntry {
  types: EventType[]
  /** Milliseconds. */
  at: number
  /** The index in `shared` of the rest of the event's data; left out if `data` is complete. */
  about?: number
  data: object
}

export interface FanoutContent {
  /** What many entries have in common, such as the link that was clicked. */
  shared: object[]
  entries: FanoutEntry[]
}

/** An endpoint's number, and the types that it subscribes to. */
export type FanoutEndpoint = [id: number, types: EventType[]]

/** The listeners that subscribe to one of the types, as a fan-out stores them. */
export function endpointsFor(
  listeners: readonly Listener[],
  types: ReadonlySet<EventType>,
): FanoutEndpoint[] {
  return listeners
    .map(({ id, events }): FanoutEndpoint => [id, [...types].filter((type) => events.has(type))])
    .filter(([, wanted]) => wanted.length > 0)
}

/** The events of the entries from `first` on, up to `mostRows` deliveries, but of at least one entry. */
export function expand(
  { shared, entries }: FanoutContent,
  endpoints: readonly FanoutEndpoint[],
  first: number,
  mostRows: number,
): { events: AddressedEvent[]; next: number } {
  const events: AddressedEvent[] = []
  let next = first
  for (let rows = 0; next < entries.length; next++) {
    const { types, at, about, data } = entries[next] as FanoutEntry
    const wholeData = about === undefined ? data : { ...shared[about], ...data }
    const expanded = types.flatMap((type) => {
      const endpointIds = endpoints.filter(([, wanted]) => wanted.includes(type)).map(([id]) => id)
      return endpointIds.length > 0 ? [{ ...writeEvent(type, wholeData, at), endpointIds }] : []
    })
    rows += expanded.reduce((sum, { endpointIds }) => sum + endpointIds.length, 0)
    if (rows > mostRows && next > first) break
    events.push(...expanded)
  }
  return { events, next }
}
