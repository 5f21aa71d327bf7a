// The drain's thread: it opens a database connection of its own and counts what the main thread has journaled.
import { openDrainDatabase } from './db/open.ts'
import { ClickStore, Drain, type DrainOrders, type FromDrain, type ToDrain } from './features/clicks/index.ts'
import { createLog } from './platform/log.ts'

declare const self: Worker

// How long a click waits to be counted when nobody asks.
const idleMilliseconds = 50
const retryMilliseconds = 250

const settles: number[] = []
let stopping = false
let wake = () => {}

self.onmessage = ({ data }: MessageEvent<ToDrain>) => {
  if (data.kind === 'begin') void run(data.orders)
  if (data.kind === 'settle') settles.push(data.request)
  if (data.kind === 'stop') stopping = true
  wake()
}

async function run(orders: DrainOrders): Promise<void> {
  const log = createLog(orders.logLevel)
  const db = await openDrainDatabase(orders, log)
  const store = new ClickStore(db)
  const counted = new Int32Array(orders.counted)
  const [own, ...left] = orders.journals.map((journal) => new Drain(store, journal, orders.keepClicks, log))
  if (!own) throw new Error('the drain was given no journal')
  let leftovers = left

  while (!stopping) {
    own.prepare()
    const requests = settles.splice(0)
    let fault: string | null = null
    try {
      await drainAll(own, counted)
      // What dead processes left is counted once; nobody writes there any more.
      for (const drain of leftovers) await drainAll(drain, null)
      leftovers = []
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error)
      log.warn('the drain waits for the database', { reason: fault })
    }
    for (const request of requests) answer({ kind: 'settled', request, fault })
    if (settles.length === 0) await pause(fault === null ? idleMilliseconds : retryMilliseconds)
  }
  await db.close()
  answer({ kind: 'stopped' })
}

async function drainAll(drain: Drain, counted: Int32Array | null): Promise<void> {
  for (;;) {
    const { own, more } = await drain.step()
    if (counted) Atomics.add(counted, 0, own)
    if (!more) return
    // Let messages in between two batches.
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

function answer(message: FromDrain): void {
  self.postMessage(message)
}
