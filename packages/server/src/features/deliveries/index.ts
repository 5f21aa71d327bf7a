// Deliveries: events on their way to the endpoints that asked for them. The face of the feature, which the threads load
// too: so it names the contract's types and none of its schemas.
import type { Database } from '../../db/database.ts'
import type { Outbox } from '../../platform/outbox.ts'
import { createDeliveryRecords, type DeliveryRecords } from './listing.ts'
import { createOutbox } from './outbox.ts'
import { DeliveryRecordStore, DeliveryStore } from './store.ts'

export type { DeliveryRecords } from './listing.ts'
export { writeEvent } from './outbox.ts'
export {
  type EndpointSecret,
  parseSecrets,
  secretContext,
  secretsText,
  validSecrets,
} from './secrets.ts'
export { credentialStands } from './store.ts'

export interface Deliveries {
  /** Where other features write down what happened. */
  outbox: Outbox
  /** What was sent, for the owners of endpoints. */
  records: DeliveryRecords
}

export interface DeliveriesNeeds {
  db: Database
}

export function createDeliveries({ db }: DeliveriesNeeds): Deliveries {
  const store = new DeliveryStore(db)
  return {
    outbox: createOutbox(store, () => {}),
    records: createDeliveryRecords(new DeliveryRecordStore(db)),
  }
}
