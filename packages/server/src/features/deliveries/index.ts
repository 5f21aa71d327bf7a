// Deliveries: events on their way to the endpoints that asked for them. The face of the feature, which the threads load
// too: so it names the contract's types and none of its schemas.
import type { Database } from '../../db/database.ts'
import type { Outbox } from '../../platform/outbox.ts'
import { createOutbox } from './outbox.ts'
import { DeliveryStore } from './store.ts'

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
