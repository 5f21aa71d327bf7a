// The public API of events: writing them to the outbox, and delivering them to webhook endpoints. Worker threads load it
// too, so it imports types from the contract, but no schemas.
import type { BareDatabase, Database } from '../../db/database.ts'
import type { Module } from '../../module.ts'
import { waitAtMost } from '../../platform/concurrency/wait-at-most.ts'
import type { Log } from '../../platform/observability/log.ts'
import { family, type MetricFamily } from '../../platform/observability/metrics/index.ts'
import type { Outbox } from '../../platform/outbox.ts'
import type { SecretKeys } from '../../platform/security/secrets.ts'
import { type Clock, unixSeconds } from '../../platform/time/clock.ts'
import { oneNode } from '../../platform/time/schedule.ts'
import { ClickEvents } from './click-events.ts'
import { createDeliveryRecords, type DeliveryRecords } from './delivery-records.ts'
import { DeliveryWorkerClient } from './dispatch/delivery-worker-client.ts'
import {
  type DeliveryWorkerOrders,
  deliveryCounterBytes,
  deliveryCounters,
} from './dispatch/delivery-worker-protocol.ts'
import { DispatchStore } from './dispatch/dispatch-store.ts'
import { FanoutStore } from './fanout-store.ts'
import { createOutbox } from './outbox.ts'
import { OutboxStore } from './outbox-store.ts'
import { RecordStore } from './record-store.ts'

export type { AccountClick, ClickEvents } from './click-events.ts'
export type { DeliveryRecords } from './delivery-records.ts'
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
export {
  credentialStands,
  mostClickEndpoints,
  OutboxStore,
  readableEvents,
} from './outbox-store.ts'
export { readSecrets, type SealedSecret, sealingContext, writeSecrets } from './secrets.ts'

export interface DeliveryMetrics {
  delivered: number
  failedAttempts: number
  /** Deliveries that are not tried again. */
  givenUp: number
  /** Null if the database is away. */
  waiting: number | null
}

export interface Events extends Module {
  /** Where other features write their events. */
  outbox: Outbox
  /** Deliveries as the owners of endpoints see them. */
  records: DeliveryRecords
  /** Call this after a change that may have made a delivery due. */
  nudge(): void
}

export interface EventsNeeds
  extends Omit<DeliveryWorkerOrders, 'writerQueue' | 'clockOffset' | 'secretKeys' | 'sent'>,
    SecretKeys {
  db: Database
  clock: Clock
  log: Log
  deliveryRetentionDays: number
  deliveryWorkerFile: URL
}

const daySeconds = 86_400
// How many events are deleted in one transaction, each with a delivery for up to a hundred endpoints.
const deletedAtOnce = 100
// Metrics are read again and again, and must not cost more than a few milliseconds.
const mostCounted = 10_000
const countMilliseconds = 500

export function createEvents(needs: EventsNeeds): Events {
  const { db, clock, log, deliveryRetentionDays, deliveryWorkerFile } = needs
  const outboxStore = new OutboxStore(db)
  const fanoutStore = new FanoutStore(db, outboxStore)
  const recordStore = new RecordStore(db)
  const store = new DispatchStore(db)
  const sent = new Int32Array(new SharedArrayBuffer(deliveryCounterBytes))
  const worker = new DeliveryWorkerClient({
    store,
    orders: { ...ordersOf(needs), sent: sent.buffer },
    deliveryWorkerFile,
    log,
  })
  const nudge = () => worker.pollSoon()
  return {
    outbox: createOutbox(outboxStore, fanoutStore, nudge),
    records: createDeliveryRecords(recordStore, outboxStore, fanoutStore),
    nudge,
    metrics: async () =>
      deliveryMetrics({
        delivered: Atomics.load(sent, deliveryCounters.delivered),
        failedAttempts: Atomics.load(sent, deliveryCounters.failedAttempts),
        givenUp: Atomics.load(sent, deliveryCounters.givenUp),
        // Not worth waiting for: null if it takes too long, or can't be read.
        waiting: await waitAtMost(
          countMilliseconds,
          store.countPending(mostCounted).catch(() => null),
          () => null,
        ),
      }),
    jobs: [
      oneNode('prune deliveries', 600_000, async () => {
        const horizon = unixSeconds(clock.now()) - deliveryRetentionDays * daySeconds
        while (await recordStore.deleteBefore(horizon, deletedAtOnce));
        while (await fanoutStore.deleteBefore(horizon));
      }),
    ],
    open: async () => worker.open(),
    close: () => worker.stop(),
  }
}

function deliveryMetrics({ delivered, failedAttempts, givenUp, waiting }: DeliveryMetrics): MetricFamily[] {
  return [
    family('counter', 'linnet_deliveries_sent_total', 'Webhook deliveries that were accepted.', delivered),
    family(
      'counter',
      'linnet_delivery_failed_attempts_total',
      'Attempts at a webhook delivery that failed.',
      failedAttempts,
    ),
    family(
      'counter',
      'linnet_deliveries_failed_total',
      'Webhook deliveries that are not tried again.',
      givenUp,
    ),
    family(
      'gauge',
      'linnet_deliveries_pending',
      'Webhook deliveries pending in the database, of all processes; up to 10,000.',
      waiting,
    ),
  ]
}

/** What the worker is sent: only what can be copied to another thread. */
function ordersOf(needs: EventsNeeds): Omit<DeliveryWorkerOrders, 'sent'> {
  const { db, clock, databaseUrl, dataDirectory, logLevel, tracing, dnsServers, allowPrivateTargets } = needs
  const { secretKey, secretKeyFallbacks } = needs
  return {
    ...{ databaseUrl, dataDirectory, logLevel, tracing, dnsServers, allowPrivateTargets },
    writerQueue: db.writerQueue,
    clockOffset: clock.offset,
    secretKeys: { secretKey, secretKeyFallbacks },
  }
}

/** For the click worker, which emits click events; `shortHost` is the host of the default short domain. */
export function createClickEvents(db: BareDatabase, shortHost: string): ClickEvents {
  const store = new OutboxStore(db)
  return new ClickEvents(store, new FanoutStore(db, store), shortHost)
}
