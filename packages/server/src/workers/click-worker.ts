// The click worker: a thread with its own database connection that counts the clicks in the main thread's journal. It also
// detects when the main thread is blocked.
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
import { createLog, type Log } from '../platform/observability/log.ts'
import { openTracing, type Tracing } from '../platform/observability/tracing/index.ts'
import { Watchdog } from '../platform/observability/watchdog/index.ts'
import { lowerThreadPriority } from '../platform/process/priority.ts'

declare const self: Worker

// How long clicks wait to be counted unless requested: the more are counted together, the less each costs.
const patienceMilliseconds = 4000
// The same if clicks become events, which should be sent soon.
const eventPatienceMilliseconds = 500
// How often the worker checks whether there is something to do.
const tickMilliseconds = 250
// Visitors come first: on a core that it shares with the main thread, this thread gets a quarter of the time.
const niceness = 5

interface SettleRequest {
  request: number
  /** How many clicks of this process must be counted. */
  written: number
}

/** Requests that have arrived since the last round. */
const arrived: SettleRequest[] = []
let isStopping = false
let wake = () => {}

self.onmessage = ({ data }: MessageEvent<ToClickWorker>) => {
  if (data.kind === 'begin') void run(data.orders)
  if (data.kind === 'settle') arrived.push(data)
  if (data.kind === 'stop') isStopping = true
  wake()
}

async function run(orders: ClickWorkerOrders): Promise<void> {
  lowerThreadPriority(niceness)
  const log = createLog(orders.logLevel)
  const tracing = await openTracing(orders.tracing, log)
  const db = await openThreadDatabase(orders, 'click worker', log)
  const watchdog = new Watchdog(orders.heartbeat, {
    log,
    // Loaded only if there is such a job, because its schemas take 8 MB.
    abandon: async (job) =>
      (await import('./stalled-jobs.ts')).abandonJob(db, job, Math.floor(Date.now() / 1000)),
  })
  const store = new ClickStore(db)
  const batch = new ClickBatch()
  const events = createClickEvents(db, orders.shortHost)
  const { keepClicks } = orders
  const [own, ...leftovers] = orders.journals.map(
    (journal) => new JournalCounter({ store, journal, batch, events, keepClicks, log }),
  )
  if (!own) throw new Error('the click worker was started without a journal')
  await new CountingLoop({ own, leftovers, counters: new Int32Array(orders.counted), log, tracing }).run()
  watchdog.stop()
  await db.close()
  await tracing?.stop()
  post({ kind: 'stopped' })
}

interface CountingLoopNeeds {
  /** Counts the journal that this process writes. */
  own: JournalCounter
  /** Count the journals that dead processes left. */
  leftovers: JournalCounter[]
  /** See `ClickWorkerOrders.counted`. */
  counters: Int32Array
  log: Log
  tracing: Tracing | null
}

/** Counts the journals whenever that is due or requested, until the worker is stopped. */
class CountingLoop {
  private leftovers: JournalCounter[]
  /** The requests of this round that are not answered yet. */
  private requests: SettleRequest[] = []
  private due = 0
  private areLeftoversCounted = false
  private isDatabaseUp = true

  constructor(private readonly needs: CountingLoopNeeds) {
    this.leftovers = needs.leftovers
  }

  async run(): Promise<void> {
    const { own } = this.needs
    while (!isStopping) {
      own.prepareSegment()
      this.requests = arrived.splice(0)
      let fault: string | null = null
      if (this.requests.length > 0 || performance.now() >= this.due || own.hasLargeBacklog()) {
        fault = await this.countAll()
        this.isDatabaseUp = fault === null
      }
      for (const { request } of this.requests) post({ kind: 'settled', request, fault })
      if (arrived.length === 0) await pause(tickMilliseconds)
    }
  }

  /** Returns why that failed, or null. */
  private async countAll(): Promise<string | null> {
    const { own, counters, log } = this.needs
    try {
      await this.countOwn()
      await this.countLeftovers()
      this.due = performance.now() + (own.hasListeners ? eventPatienceMilliseconds : patienceMilliseconds)
      return null
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error)
      Atomics.add(counters, clickCounters.failures, 1)
      if (this.isDatabaseUp) log.warn('the click worker is waiting for the database', { reason: fault })
      return fault
    }
  }

  private async countOwn(): Promise<void> {
    const { own, counters, tracing } = this.needs
    const isRequested = this.requests.length > 0
    const begun = Date.now()
    let counted = 0
    await countUntil(
      own,
      () => this.isEnough(isRequested),
      (clicks) => {
        counted += clicks
        Atomics.add(counters, clickCounters.clicks, clicks)
        if (clicks > 0) Atomics.add(counters, clickCounters.batches, 1)
        own.prepareSegment()
      },
    )
    if (counted > 0)
      tracing?.record('count clicks', {
        kind: 'internal',
        begun,
        milliseconds: Date.now() - begun,
        attributes: { 'linnet.clicks': counted },
        failed: false,
      })
  }

  /**
   * Whether to stop counting, because all requests of this round are answered: a request for a few clicks does not wait
   * for later clicks. Requests that arrived meanwhile may be answered early too, but not at the end of the round, because
   * their clicks may have been written after the last batch was read.
   */
  private isEnough(isRequested: boolean): boolean {
    if (isStopping) return true
    if (!this.areLeftoversCounted) return false
    this.requests = this.answerCounted(this.requests)
    arrived.push(...this.answerCounted(arrived.splice(0)))
    return isRequested && this.requests.length === 0
  }

  /** Answers the requests whose clicks are counted, and returns the others. */
  private answerCounted(requests: SettleRequest[]): SettleRequest[] {
    return requests.filter(({ request, written }) => {
      const isDone = ((written - Atomics.load(this.needs.counters, clickCounters.clicks)) | 0) <= 0
      if (isDone) post({ kind: 'settled', request, fault: null })
      return !isDone
    })
  }

  /**
   * Counts what dead processes left, in this journal and in others. Once is enough, because no process writes there any
   * longer.
   */
  private async countLeftovers(): Promise<void> {
    for (const journal of this.leftovers) await countUntil(journal, () => isStopping)
    if (isStopping) return
    this.leftovers = []
    if (!this.areLeftoversCounted) post({ kind: 'leftovers counted' })
    this.areLeftoversCounted = true
  }
}

/**
 * Counts everything that exists when the last batch is read, or stops once `isEnough` returns true;
 * `onCounted` gets the number of clicks of this process after each step.
 */
async function countUntil(
  journal: JournalCounter,
  isEnough: () => boolean,
  onCounted: (clicks: number) => void = () => {},
): Promise<void> {
  while (!isEnough()) {
    const { counted, isOwn, more } = await journal.step()
    if (isOwn) onCounted(counted)
    if (!more) return
    // Lets messages arrive between two parts.
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

function post(message: FromClickWorker): void {
  self.postMessage(message)
}
