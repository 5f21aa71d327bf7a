// The sending thread: it opens a database connection of its own and sends what is due to the endpoints that asked for it.
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

// Visitors come first, and the thread that counts before this one.
const niceness = 15
// Idle connections to receivers: an eighth of the files that may be open, so that visitors always find one.
const mostKept = Math.min(512, Math.floor(mostOpenFiles() / 8))
// How long what a name resolved to is used; it is judged each time.
const namesMilliseconds = 5000

let sender: Promise<Dispatcher> | null = null
let close = async () => {}

self.onmessage = ({ data }: MessageEvent<ToDeliveryWorker>) => {
  if (data.kind === 'begin') sender = begin(data.orders).catch((error) => giveUp(data.orders, error))
  if (data.kind === 'look') void sender?.then((sender) => sender.look())
  if (data.kind === 'stop') void stop()
}

async function begin(orders: DeliveryWorkerOrders): Promise<Dispatcher> {
  lowerThreadPriority(niceness)
  const log = createLog(orders.logLevel)
  const tracing = await openTracing(orders.tracing, log)
  const db = await openThreadDatabase(orders, 'sender', log)
  close = async () => {
    await db.close()
    await tracing?.stop()
  }
  const resolve = remembering(createResolve(orders.dnsServers), namesMilliseconds, () => performance.now())
  const { allowPrivateTargets } = orders
  return new Dispatcher({
    store: new DispatchStore(db),
    fanouts: new FanoutScheduler(new FanoutStore(db, new OutboxStore(db))),
    outgoing: createOutgoing({ allowPrivateTargets, resolve, keepConnections: mostKept }),
    secrets: createSecrets(orders.secretKeys, orders.dataDirectory),
    now: () => Date.now() + (orders.clockOffset?.[0] ?? 0),
    log,
    sent: new Int32Array(orders.sent),
    tracing,
  })
}

/** A thread that could not begin ends, and is started again. */
function giveUp({ logLevel }: DeliveryWorkerOrders, error: unknown): never {
  createLog(logLevel).error('the sending thread cannot begin', error)
  process.exit(1)
}

async function stop(): Promise<void> {
  await (await sender)?.stop()
  await close()
  self.postMessage({ kind: 'stopped' } satisfies FromDeliveryWorker)
}
