// Deliveries: events on their way to the endpoints that asked for them. The face of the feature, which the threads load
// too: so it names the contract's types and none of its schemas.
import type { BareDatabase, Database } from '../../db/database.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Outbox } from '../../platform/outbox.ts'
import { type Clock, unixSeconds } from '../../platform/time/clock.ts'
import { ClickEvents } from './click-events.ts'
import { DeliveryWorkerClient } from './dispatch/delivery-worker-client.ts'
import {
  type DeliveryWorkerOrders,
  deliveryCounterBytes,
  deliveryCounters,
} from './dispatch/delivery-worker-protocol.ts'
import { DispatchStore } from './dispatch/dispatch-store.ts'
import { FanoutStore } from './fanout-store.ts'
import { createDeliveryRecords, type DeliveryRecords } from './delivery-records.ts'
import { createOutbox } from './outbox.ts'
import { OutboxStore } from './outbox-store.ts'
import { RecordStore } from './record-store.ts'

export type { AccountClick, ClickEvents } from './click-events.ts'
export type {
  DeliveryWorkerOrders,
  FromDeliveryWorker,
  ToDeliveryWorker,
} from './dispatch/delivery-worker-protocol.ts'
export { DispatchStore } from './dispatch/dispatch-store.ts'
export { Dispatcher } from './dispatch/dispatcher.ts'
export { writeEvent } from './event.ts'
export { FanoutScheduler } from './fanout-scheduler.ts'
export { FanoutStore } from './fanout-store.ts'
export type { DeliveryRecords } from './delivery-records.ts'
export {
  credentialStands,
  mostClickEndpoints,
  OutboxStore,
  readable,
} from './outbox-store.ts'
export { readSecrets, type SealedSecret, sealingContext, writeSecrets } from './secrets.ts'

export interface DeliveryMetrics {
  delivered: number
  failedAttempts: number
  /** Deliveries that are not tried again. */
  givenUp: number
  /** Null where the database is away. */
  waiting: number | null
}

export interface Deliveries {
  /** Where other features write down what happened. */
  outbox: Outbox
  /** What was sent, for the owners of endpoints. */
  records: DeliveryRecords
  /** Says that something was changed which may be due now. */
  nudge(): void
  /** For a monitor: what this process has sent, and how many wait in the database, up to `mostCounted`. */
  figures(): Promise<DeliveryMetrics>
  /** Deletes deliveries that are older than they are to be kept. */
  prune(): Promise<void>
  stop(): Promise<void>
}

export interface DeliveriesNeeds extends Omit<DeliveryWorkerOrders, 'writerQueue' | 'clockOffset' | 'sent'> {
  db: Database
  clock: Clock
  log: Log
  retentionDays: number
  deliveryWorkerFile: URL
}

const daySeconds = 86_400
// Events, each with a delivery for up to a hundred endpoints.
const deletedAtOnce = 100
// What a monitor asks for again and again may not cost more than a few milliseconds.
const mostCounted = 10_000
const figureMilliseconds = 500

export function createDeliveries(needs: DeliveriesNeeds): Deliveries {
  const { db, clock, log, retentionDays, deliveryWorkerFile, ...orders } = needs
  const outboxStore = new OutboxStore(db)
  const fanoutStore = new FanoutStore(db, outboxStore)
  const recordStore = new RecordStore(db)
  const store = new DispatchStore(db)
  const sent = new Int32Array(new SharedArrayBuffer(deliveryCounterBytes))
  const sending = new DeliveryWorkerClient({
    store,
    orders: { ...orders, writerQueue: db.writerQueue, clockOffset: clock.offset, sent: sent.buffer },
    deliveryWorkerFile,
    log,
  })
  const nudge = () => sending.nudge()
  return {
    outbox: createOutbox(outboxStore, fanoutStore, nudge),
    records: createDeliveryRecords(recordStore, outboxStore, fanoutStore),
    nudge,
    figures: async () => ({
      delivered: Atomics.load(sent, deliveryCounters.delivered),
      failedAttempts: Atomics.load(sent, deliveryCounters.failedAttempts),
      givenUp: Atomics.load(sent, deliveryCounters.givenUp),
      waiting: await soon(store.countWaiting(mostCounted)),
    }),
    async prune() {
      const horizon = unixSeconds(clock.now()) - retentionDays * daySeconds
      while (await recordStore.deleteBefore(horizon, deletedAtOnce));
      while (await fanoutStore.deleteBefore(horizon));
    },
    stop: () => sending.stop(),
  }
}

/** A figure that is not worth waiting for; null where it can't be had. */
async function soon(figure: Promise<number>): Promise<number | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, figureMilliseconds, null)
  const found = await Promise.race([figure.catch(() => null), late])
  clearTimeout(timer)
  return found
}

/** By which the drain's thread tells of clicks; `shortHost` is the host of the default short domain. */
export function createClickEvents(db: BareDatabase, shortHost: string): ClickEvents {
  const store = new OutboxStore(db)
  return new ClickEvents(store, new FanoutStore(db, store), shortHost)
}
