// The main thread's side of the delivery worker: starts it once there is an endpoint, and again whenever it has died.
import { waitAtMost } from '../../../platform/concurrency/wait-at-most.ts'
import type { Log } from '../../../platform/observability/log.ts'
import { mostOpenFiles, openFiles } from '../../../platform/observability/open-files.ts'
import type {
  DeliveryWorkerOrders,
  FromDeliveryWorker,
  ToDeliveryWorker,
} from './delivery-worker-protocol.ts'
import type { DispatchStore } from './dispatch-store.ts'

// How often the worker polls for due deliveries; and how often, while it isn't running, to check whether it is needed.
const pollMilliseconds = 250
const checkMilliseconds = 1000
// When to poll after something was written: it is nearly always committed by the first, and on a busy machine by the second.
const pollSoonMilliseconds = [8, 50]
const mostOpenShare = 0.8
const restartMilliseconds = 200
const longestRestartMilliseconds = 5000
// How long a stopping server waits for the worker, which itself waits for attempts in flight.
const stopMilliseconds = 4000

export interface DeliveryWorkerClientNeeds {
  store: DispatchStore
  orders: DeliveryWorkerOrders
  deliveryWorkerFile: URL
  log: Log
}

export class DeliveryWorkerClient {
  private worker: Worker | null = null
  private starting: Promise<void> | null = null
  private polls: ReturnType<typeof setTimeout>[] = []
  private pause = restartMilliseconds
  /** By the process's own clock: when to check again whether the worker is needed, and the earliest restart. */
  private checkAt = 0
  private restartAt = 0
  private stopped: (() => void) | null = null
  private timer: ReturnType<typeof setInterval> | null = null

  constructor(private readonly needs: DeliveryWorkerClientNeeds) {}

  /** Starts checking whether the worker is needed. */
  open(): void {
    this.timer = setInterval(() => {
      if (this.worker || performance.now() >= this.checkAt) void this.poll()
    }, pollMilliseconds)
    this.timer.unref()
  }

  /** Polls soon, because something was written that may be due at once. */
  pollSoon(): void {
    if (this.timer === null || this.polls.length > 0) return
    this.polls = pollSoonMilliseconds.map((milliseconds, index) =>
      setTimeout(() => {
        if (index === 0) this.polls = []
        void this.poll()
      }, milliseconds),
    )
  }

  async stop(): Promise<void> {
    if (this.timer === null) return
    clearInterval(this.timer)
    for (const timer of this.polls) clearTimeout(timer)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.stopped = resolve
    await this.starting
    if (!this.worker) return
    this.post({ kind: 'stop' })
    await waitAtMost(stopMilliseconds, promise)
    this.worker?.terminate()
  }

  private async poll(): Promise<void> {
    if (this.stopped) return
    if (!this.worker) {
      this.starting ??= this.startIfNeeded().finally(() => {
        this.starting = null
      })
      await this.starting
    }
    if (this.stopped) return
    this.post({ kind: 'poll' })
  }

  private async startIfNeeded(): Promise<void> {
    this.checkAt = performance.now() + checkMilliseconds
    // Starting a worker while no file can be opened would end the process.
    if (performance.now() < this.restartAt || openFiles() > mostOpenShare * mostOpenFiles()) return
    // While the database is away there is nothing to send.
    if (!(await this.needs.store.hasWork().catch(() => false)) || this.stopped) return
    this.start()
  }

  private start(): void {
    const { deliveryWorkerFile, orders, log } = this.needs
    const worker = new Worker(deliveryWorkerFile, { smol: true })
    this.worker = worker
    const begun = performance.now()
    worker.addEventListener('message', ({ data }: MessageEvent<FromDeliveryWorker>) => {
      if (data.kind === 'stopped') this.stopped?.()
    })
    worker.addEventListener('error', ({ message }) => log.error('the delivery worker failed', message))
    worker.addEventListener('close', () => this.closed(performance.now() - begun))
    this.post({ kind: 'begin', orders })
  }

  /** The worker has ended after this many milliseconds: it is started again after a pause. */
  private closed(milliseconds: number): void {
    this.worker = null
    if (this.stopped) {
      this.stopped()
      return
    }
    this.needs.log.warn('the delivery worker exited; restarting it')
    // Once may be bad luck; a worker that keeps dying must not keep the machine busy.
    this.pause =
      milliseconds > longestRestartMilliseconds
        ? restartMilliseconds
        : Math.min(this.pause * 2, longestRestartMilliseconds)
    this.restartAt = performance.now() + this.pause
  }

  private post(message: ToDeliveryWorker): void {
    this.worker?.postMessage(message)
  }
}
