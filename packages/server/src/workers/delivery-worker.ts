// The delivery worker: a thread with its own database connection, which sends events to webhook endpoints.
import { openThreadDatabase } from '../db/open.ts'
import {
  type DeliveryWorkerOrders,
  Dispatcher,
  DispatchStore,
  FanoutScheduler,
  FanoutStore,
  type FromDeliveryWorker,
  OutboxStore,
  type ToDeliveryWorker,
} from '../features/events/index.ts'
import { createOutgoing, createResolve, remembering } from '../platform/net/outgoing/index.ts'
import { createLog } from '../platform/observability/log.ts'
import { mostOpenFiles } from '../platform/observability/open-files.ts'
import { openTracing } from '../platform/observability/tracing/index.ts'
import { lowerThreadPriority } from '../platform/process/priority.ts'
import { createSecrets } from '../platform/security/secrets.ts'

declare const self: Worker

// Visitors come first, then the click worker, then this thread.
const niceness = 15
// Idle connections to receivers: at most an eighth of the open-file limit, so that visitors can always connect.
const mostIdleConnections = Math.min(512, Math.floor(mostOpenFiles() / 8))
// How long a resolved name is remembered; whether its address is allowed is checked each time.
const resolvedMilliseconds = 5000

let dispatcher: Promise<Dispatcher> | null = null
let close = async () => {}

self.onmessage = ({ data }: MessageEvent<ToDeliveryWorker>) => {
  if (data.kind === 'begin') dispatcher = begin(data.orders).catch((error) => exit(data.orders, error))
  if (data.kind === 'poll') void dispatcher?.then((dispatcher) => dispatcher.poll())
  if (data.kind === 'stop') void stop()
}

async function begin(orders: DeliveryWorkerOrders): Promise<Dispatcher> {
  lowerThreadPriority(niceness)
  const log = createLog(orders.logLevel)
  const tracing = await openTracing(orders.tracing, log)
  const db = await openThreadDatabase(orders, 'delivery worker', log)
  close = async () => {
    await db.close()
    await tracing?.stop()
  }
  const resolve = remembering(createResolve(orders.dnsServers), resolvedMilliseconds, () => performance.now())
  const { allowPrivateTargets } = orders
  return new Dispatcher({
    store: new DispatchStore(db),
    fanouts: new FanoutScheduler(new FanoutStore(db, new OutboxStore(db))),
    outgoing: createOutgoing({ allowPrivateTargets, resolve, keepConnections: mostIdleConnections }),
    secrets: createSecrets(orders.secretKeys, orders.dataDirectory),
    now: () => Date.now() + (orders.clockOffset?.[0] ?? 0),
    log,
    sent: new Int32Array(orders.sent),
    tracing,
  })
}

/** If the worker can't start, it exits and is started again. */
function exit({ logLevel }: DeliveryWorkerOrders, error: unknown): never {
  createLog(logLevel).error('the delivery worker cannot start', error)
  process.exit(1)
}

async function stop(): Promise<void> {
  await (await dispatcher)?.stop()
  await close()
  self.postMessage({ kind: 'stopped' } satisfies FromDeliveryWorker)
}
