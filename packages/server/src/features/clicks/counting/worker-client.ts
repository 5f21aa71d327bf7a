// The main thread's side of the drain: asks it to count, and notices when its thread has died.
// Not by the contract's face, whose schemas the drain's thread would load a second time: 8 MB.
import { Refusal } from '@linnet/contract/errors'
import type { Log } from '../../../platform/observability/log.ts'
import {
  type ClickWorkerOrders,
  clickCounters,
  type FromClickWorker,
  type ToClickWorker,
} from './worker-protocol.ts'

const restartMilliseconds = 200
// A thread that dies again and again, because its folder is gone for instance, shall not keep the machine busy.
const longestRestartMilliseconds = 5000
// How long a stopping server waits for its clicks to be counted: they are kept, and the next one counts them.
const stopMilliseconds = 2500

interface Waiting {
  /** How many clicks of this process had been written when it was asked. */
  written: number
  resolve(fault: string | null): void
}

/** Runs the drain's thread until stopped, starting it again whenever it dies. */
export class ClickWorkerClient {
  private worker!: Worker
  private isRunning = false
  private readonly waiting = new Map<number, Waiting>()
  private readonly counted: Int32Array
  private requests = 0
  private pause = restartMilliseconds
  private stopping: (() => void) | null = null

  constructor(
    private readonly orders: ClickWorkerOrders,
    private readonly clickWorkerFile: URL,
    /** Called when what dead processes left is counted. */
    private readonly leftIsCounted: () => void,
    private readonly log: Log,
  ) {
    this.counted = new Int32Array(orders.counted)
    this.start()
  }

  /** How many of this process's clicks are known to be in the statistics. */
  get count(): number {
    return Atomics.load(this.counted, clickCounters.clicks)
  }

  /** What the drain has done since the process started. */
  get figures(): { batches: number; failures: number } {
    return {
      batches: Atomics.load(this.counted, clickCounters.batches),
      failures: Atomics.load(this.counted, clickCounters.failures),
    }
  }

  /**
   * Resolves once all that is in the journal is counted, these `written` clicks of this process among it; refused as
   * `unavailable` while the database is away.
   */
  async settle(written: number): Promise<void> {
    const request = ++this.requests
    const fault = await new Promise<string | null>((resolve) => {
      this.waiting.set(request, { written, resolve })
      this.tell({ kind: 'settle', request, written })
    })
    if (fault !== null) {
      this.log.warn('clicks could not be counted', { reason: fault })
      throw new Refusal(
        'unavailable',
        'The clicks cannot be counted at the moment. They are kept; try again shortly.',
      )
    }
  }

  /** Counts these `written` clicks if that can be done soon, and ends the thread. */
  async stop(written: number): Promise<void> {
    await soon(
      this.settle(written).catch(() => undefined),
      stopMilliseconds,
    )
    await soon(this.stopThread(), stopMilliseconds)
    this.worker.terminate()
  }

  private stopThread(): Promise<void> {
    return new Promise<void>((resolve) => {
      this.stopping = resolve
      // A thread that has died, and is about to be started again, would not hear it.
      if (this.isRunning) this.tell({ kind: 'stop' })
      else resolve()
    })
  }

  private tell(message: ToClickWorker): void {
    this.worker.postMessage(message)
  }

  private start(): void {
    // A small heap: what a batch needs is in columns that are always there.
    this.worker = new Worker(this.clickWorkerFile, { smol: true })
    this.isRunning = true
    this.worker.addEventListener('message', ({ data }: MessageEvent<FromClickWorker>) => this.hear(data))
    this.worker.addEventListener('error', ({ message }) => this.log.error('the drain failed', message))
    this.worker.addEventListener('close', () => this.restart())
    this.tell({ kind: 'begin', orders: this.orders })
  }

  private hear(message: FromClickWorker): void {
    if (message.kind === 'stopped') this.stopping?.()
    else if (message.kind === 'left is counted') {
      this.orders.journals.splice(1)
      this.leftIsCounted()
    } else {
      this.pause = restartMilliseconds
      const asked = this.waiting.get(message.request)
      this.waiting.delete(message.request)
      if (asked && message.fault === null) this.countMissing(asked.written)
      asked?.resolve(message.fault)
    }
  }

  /**
   * A thread that dies between its commit and saying so leaves the count too low, and every question would ask the
   * drain for ever. What was written before a question that is settled is counted in any case.
   */
  private countMissing(written: number): void {
    const missing = (written - this.count) | 0
    if (missing > 0) Atomics.add(this.counted, clickCounters.clicks, missing)
  }

  private restart(): void {
    this.isRunning = false
    if (this.stopping) {
      this.stopping()
      return
    }
    this.log.warn('the drain ended; starting it again')
    // Once may be bad luck; one that has just been started again and dies is not worth waiting for.
    if (this.pause > restartMilliseconds)
      for (const { resolve } of this.waiting.values()) resolve('the thread that counts cannot run')
    setTimeout(() => {
      if (this.stopping) return
      this.start()
      for (const [request, { written }] of this.waiting) this.tell({ kind: 'settle', request, written })
    }, this.pause)
    this.pause = Math.min(this.pause * 2, longestRestartMilliseconds)
  }
}

/** Waits for something that may never come, but not for longer than this. */
export async function soon(done: Promise<void>, milliseconds: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([done, late]).finally(() => clearTimeout(timer))
}
