// The drain's thread: it opens a database connection of its own and counts what the main thread has journaled. It also
// watches whether the main thread is blocked.
import { openThreadDatabase } from '../db/open.ts'
import {
  ClickBatch,
  ClickStore,
  type ClickWorkerOrders,
  clickCounters,
  type FromClickWorker,
  JournalCounter,
  type ToClickWorker,
} from '../features/clicks/index.ts'
import { createClickEvents } from '../features/events/index.ts'
import { createLog } from '../platform/observability/log.ts'
import { openTracing } from '../platform/observability/tracing/index.ts'
import { Watchdog } from '../platform/observability/watchdog/index.ts'
import { lowerThreadPriority } from '../platform/process/priority.ts'

declare const self: Worker

// How long a click waits to be counted when nobody asks: the more clicks are counted together, the less each costs.
const patienceMilliseconds = 4000
// Where somebody is told of clicks, that shall be soon.
const heardPatienceMilliseconds = 500
// How often the thread looks whether there is something to do.
const tickMilliseconds = 250
// Visitors come first: this thread gets a quarter of the time that it would get of a core that it shares with them.
const niceness = 5

const settles: { request: number; written: number }[] = []
let stopping = false
let wake = () => {}

self.onmessage = ({ data }: MessageEvent<ToClickWorker>) => {
  if (data.kind === 'begin') void run(data.orders)
  if (data.kind === 'settle') settles.push(data)
  if (data.kind === 'stop') stopping = true
  wake()
}

async function run(orders: ClickWorkerOrders): Promise<void> {
  lowerThreadPriority(niceness)
  const log = createLog(orders.logLevel)
  const tracing = await openTracing(orders.tracing, log)
  const db = await openThreadDatabase(orders, 'click worker', log)
  const watchdog = new Watchdog(orders.heartbeat, {
    log,
    // Loaded only when there is such a job, because its schemas take 8 MB.
    abandon: async (job) =>
      (await import('./stalled-jobs.ts')).giveUpJob(db, job, Math.floor(Date.now() / 1000)),
  })
  const store = new ClickStore(db)
  const batch = new ClickBatch()
  const events = createClickEvents(db, orders.shortHost)
  const counted = new Int32Array(orders.counted)
  const [own, ...left] = orders.journals.map(
    (journal) => new JournalCounter(store, journal, batch, events, orders.keepClicks, log),
  )
  if (!own) throw new Error('the drain was given no journal')
  let leftovers = left
  let due = 0
  let hasBegun = false
  let isFine = true

  while (!stopping) {
    own.prepare()
    let fault: string | null = null
    let requests = settles.splice(0)
    if (requests.length > 0 || performance.now() >= due || own.hasMuch()) {
      try {
        const isAsked = requests.length > 0
        /** Answers those whose clicks are counted, and gives the others. */
        const answerCounted = (some: typeof settles) =>
          some.filter(({ request, written }) => {
            const isDone = ((written - Atomics.load(counted, clickCounters.clicks)) | 0) <= 0
            if (isDone) answer({ kind: 'settled', request, fault: null })
            return !isDone
          })
        // Whoever waits for few clicks does not wait for those behind them. Who has asked meanwhile is answered early too, but
        // not with the others at the end: what they ask for may have been written since the last batch was read.
        const isCounted = () => {
          if (stopping) return true
          if (!hasBegun) return false
          requests = answerCounted(requests)
          settles.push(...answerCounted(settles.splice(0)))
          return isAsked && requests.length === 0
        }
        const begun = Date.now()
        let passed = 0
        await drainUntil(own, isCounted, (clicks) => {
          passed += clicks
          Atomics.add(counted, clickCounters.clicks, clicks)
          if (clicks > 0) Atomics.add(counted, clickCounters.batches, 1)
          own.prepare()
        })
        if (passed > 0)
          tracing?.record('count clicks', {
            kind: 'internal',
            begun,
            milliseconds: Date.now() - begun,
            attributes: { 'linnet.clicks': passed },
            failed: false,
          })
        // What dead processes left, in this journal and in others, is counted once; nobody writes there any more.
        for (const drain of leftovers) await drainUntil(drain, () => stopping)
        if (!stopping) {
          leftovers = []
          if (!hasBegun) answer({ kind: 'left is counted' })
          hasBegun = true
        }
        due = performance.now() + (own.isHeard ? heardPatienceMilliseconds : patienceMilliseconds)
      } catch (error) {
        fault = error instanceof Error ? error.message : String(error)
        Atomics.add(counted, clickCounters.failures, 1)
        if (isFine) log.warn('the drain waits for the database', { reason: fault })
      }
      isFine = fault === null
    }
    for (const { request } of requests) answer({ kind: 'settled', request, fault })
    if (settles.length === 0) await pause(tickMilliseconds)
  }
  watchdog.stop()
  await db.close()
  await tracing?.stop()
  answer({ kind: 'stopped' })
}

/**
 * Counts all that there is when the last batch is read, or until it is enough; `count` hears of this process's clicks
 * once they are counted.
 */
async function drainUntil(
  drain: JournalCounter,
  isEnough: () => boolean,
  count: (clicks: number) => void = () => {},
): Promise<void> {
  while (!isEnough()) {
    const { counted, isOwn, more } = await drain.step()
    if (isOwn) count(counted)
    if (!more) return
    // Let messages in between two parts.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

function answer(message: FromClickWorker): void {
  self.postMessage(message)
}
