// Deliveries: events on their way to the endpoints that asked for them. The face of the feature, which the threads load
// too: so it names the contract's types and none of its schemas.
import type { BareDatabase, Database } from '../../db/database.ts'
import type { Outbox } from '../../platform/outbox.ts'
import { ClickEvents } from './click-events.ts'
import { createOutbox } from './outbox.ts'
import { DeliveryStore } from './store.ts'

export type { AccountClick, ClickEvents } from './click-events.ts'

export interface Deliveries {
  /** Where other features write down what happened. */
  outbox: Outbox
}

export interface DeliveriesNeeds {
  db: Database
}

export function createDeliveries({ db }: DeliveriesNeeds): Deliveries {
  const store = new DeliveryStore(db)
  return { outbox: createOutbox(store, () => {}) }
}

/** By which the drain's thread tells of clicks; `shortHost` is the host of the default short domain. */
export function createClickEvents(db: BareDatabase, shortHost: string): ClickEvents {
  return new ClickEvents(new DeliveryStore(db), shortHost)
}
