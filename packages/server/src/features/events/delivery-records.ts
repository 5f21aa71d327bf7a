// Deliveries as the owner of an endpoint sees them: what was sent, the results, and sending it again.
import type { Delivery } from '@linnet/contract'
import type { EventType } from '@linnet/contract/event-types'
import { unixSeconds } from '../../platform/time/clock.ts'
import type { Tx } from '../../platform/transaction.ts'
import { readAttempts } from './attempts.ts'
import { writeEvent } from './event.ts'
import type { FanoutStore } from './fanout-store.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { DeliveryFilter, DeliveryRow, RecordStore } from './record-store.ts'

export interface DeliveryRecords {
  /** Newest first; `next` is the cursor of the next page, or null. */
  page(endpointId: number, filter: DeliveryFilter): Promise<{ records: Delivery[]; next: string | null }>
  find(endpointId: number, eventId: string): Promise<Delivery | null>
  /**
   * Makes a delivery due now and restarts its retry schedule; one that was never attempted is due already.
   * Null if there is none.
   */
  resend(tx: Tx, endpointId: number, eventId: string, now: number): Promise<Delivery | null>
  /** Adds an event for one endpoint alone, even if it does not subscribe to its type. */
  add(tx: Tx, endpointId: number, event: { type: EventType; data: unknown }, now: number): Promise<Delivery>
  /** Deletes some deliveries of an endpoint; false if there are none. */
  eraseSome(tx: Tx, endpointId: number): Promise<boolean>
  /** Deletes some of an account's events that are still to be fanned out; false if there are none. */
  eraseFanouts(userId: number): Promise<boolean>
}

export function createDeliveryRecords(
  store: RecordStore,
  deliveries: Pick<OutboxStore, 'insert'>,
  fanouts: Pick<FanoutStore, 'deleteOf'>,
): DeliveryRecords {
  return {
    async page(endpointId, filter) {
      const { rows, next } = await store.page(endpointId, filter)
      return { records: rows.map(deliveryRecord), next }
    },
    async find(endpointId, eventId) {
      const row = await store.byEvent(null, endpointId, eventId)
      return row ? deliveryRecord(row) : null
    },
    async resend(tx, endpointId, eventId, now) {
      await store.makeDue(tx, endpointId, eventId, unixSeconds(now))
      const row = await store.byEvent(tx, endpointId, eventId)
      return row ? deliveryRecord(row) : null
    },
    async add(tx, endpointId, { type, data }, now) {
      const event = writeEvent(type, data, now)
      await deliveries.insert(tx, [{ ...event, endpointIds: [endpointId] }])
      return deliveryRecord((await store.byEvent(tx, endpointId, event.id)) as DeliveryRow)
    },
    eraseSome: (tx, endpointId) => store.eraseSome(tx, endpointId),
    eraseFanouts: (userId) => fanouts.deleteOf(userId),
  }
}

function deliveryRecord(row: DeliveryRow): Delivery {
  const { id, type, created_at, next_at, failed, body, attempts } = row
  return {
    id,
    event: type as EventType,
    status: next_at !== null ? 'waiting' : failed === 1 ? 'failed' : 'delivered',
    created_at,
    // A delivery that was never attempted has been due since its event happened.
    next_attempt_at: next_at === 0 ? created_at : next_at,
    body,
    attempts: readAttempts(attempts, { id, type }),
  }
}
