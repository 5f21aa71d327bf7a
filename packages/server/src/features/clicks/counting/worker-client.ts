// The main thread's side of the click worker: asks it to count, and notices when it has died.
// Not imported from the contract's index, because the click worker would load its schemas again: 8 MB.
import { Refusal } from '@linnet/contract/errors'
import { waitAtMost } from '../../../platform/concurrency/wait-at-most.ts'
import type { Log } from '../../../platform/observability/log.ts'
import {
  type ClickWorkerOrders,
  clickCounters,
  type FromClickWorker,
  type ToClickWorker,
} from './worker-protocol.ts'

// By then, most servers answer requests: on a single core, loading the worker would delay that by 30 ms. Until somebody asks
// for statistics, only clicks that dead processes left are waiting.
const firstStartMilliseconds = 100
const restartMilliseconds = 200
// A worker that keeps dying, for example because its folder was deleted, must not keep the machine busy.
const longestRestartMilliseconds = 5000
// How long a stopping server waits for its clicks to be counted. The next server counts the rest.
const stopMilliseconds = 2500

interface PendingRequest {
  /** How many clicks this process had written at the time of the request. */
  written: number
  resolve(fault: string | null): void
}

export interface ClickWorkerClientNeeds {
  orders: ClickWorkerOrders
  clickWorkerFile: URL
  /** Called once the clicks that dead processes left are counted. */
  onLeftoversCounted(): void
  log: Log
}

/** Runs the click worker until stopped, and starts it again whenever it dies. */
export class ClickWorkerClient {
  private worker: Worker | null = null
  private isRunning = false
  private readonly pending = new Map<number, PendingRequest>()
  private readonly counters: Int32Array
  private requests = 0
  private pause = restartMilliseconds
  private stopping: (() => void) | null = null
  private readonly firstStart = setTimeout(() => this.start(), firstStartMilliseconds)

  constructor(private readonly needs: ClickWorkerClientNeeds) {
    this.counters = new Int32Array(needs.orders.counted)
  }

  /** How many of this process's clicks are known to be in the statistics. */
  get count(): number {
    return Atomics.load(this.counters, clickCounters.clicks)
  }

  /** What the worker has done since the process started. */
  get metrics(): { batches: number; failures: number } {
    return {
      batches: Atomics.load(this.counters, clickCounters.batches),
      failures: Atomics.load(this.counters, clickCounters.failures),
    }
  }

  /**
   * Resolves once everything in the journal is counted, including these `written` clicks of this process; throws
   * `unavailable` while the database is away.
   */
  async settle(written: number): Promise<void> {
    const request = ++this.requests
    const fault = await new Promise<string | null>((resolve) => {
      this.pending.set(request, { written, resolve })
      this.post({ kind: 'settle', request, written })
    })
    if (fault !== null) {
      this.needs.log.warn('clicks could not be counted', { reason: fault })
      throw new Refusal(
        'unavailable',
        'The clicks cannot be counted at the moment. They are kept; try again shortly.',
      )
    }
  }

  /** Counts these `written` clicks if that doesn't take long, and ends the worker. */
  async stop(written: number): Promise<void> {
    await waitAtMost(
      stopMilliseconds,
      this.settle(written).catch(() => undefined),
    )
    await waitAtMost(stopMilliseconds, this.stopWorker())
    this.worker?.terminate()
  }

  private stopWorker(): Promise<void> {
    return new Promise<void>((resolve) => {
      this.stopping = resolve
      // A worker that has died and is about to be started again would not receive the message.
      if (this.isRunning) this.post({ kind: 'stop' })
      else resolve()
    })
  }

  private post(message: ToClickWorker): void {
    const worker = this.worker ?? this.start()
    worker.postMessage(message)
  }

  private start(): Worker {
    clearTimeout(this.firstStart)
    // A small heap is enough: batches use columns that are always allocated.
    const worker = new Worker(this.needs.clickWorkerFile, { smol: true })
    this.worker = worker
    this.isRunning = true
    worker.addEventListener('message', ({ data }: MessageEvent<FromClickWorker>) => this.receive(data))
    worker.addEventListener('error', ({ message }) =>
      this.needs.log.error('the click worker failed', message),
    )
    worker.addEventListener('close', () => this.restart())
    this.post({ kind: 'begin', orders: this.needs.orders })
    return worker
  }

  private receive(message: FromClickWorker): void {
    if (message.kind === 'stopped') this.stopping?.()
    else if (message.kind === 'leftovers counted') {
      this.needs.orders.journals.splice(1)
      this.needs.onLeftoversCounted()
    } else {
      this.pause = restartMilliseconds
      const request = this.pending.get(message.request)
      this.pending.delete(message.request)
      if (request && message.fault === null) this.addMissing(request.written)
      request?.resolve(message.fault)
    }
  }

  /**
   * A worker that dies between its commit and its message leaves the count too low, and then every query would ask the
   * worker forever. But what was written before a settled request is counted in any case.
   */
  private addMissing(written: number): void {
    const missing = (written - this.count) | 0
    if (missing > 0) Atomics.add(this.counters, clickCounters.clicks, missing)
  }

  private restart(): void {
    this.isRunning = false
    if (this.stopping) {
      this.stopping()
      return
    }
    this.needs.log.warn('the click worker exited; restarting it')
    // Once may be bad luck; a worker that dies right after a restart is not worth waiting for.
    if (this.pause > restartMilliseconds)
      for (const { resolve } of this.pending.values()) resolve('the click worker cannot run')
    setTimeout(() => {
      if (this.stopping) return
      this.start()
      for (const [request, { written }] of this.pending) this.post({ kind: 'settle', request, written })
    }, this.pause)
    this.pause = Math.min(this.pause * 2, longestRestartMilliseconds)
  }
}
