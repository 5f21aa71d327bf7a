// The main thread's side of sending: starts the thread once there is somebody to send to, and again whenever it has died.
import type { Log } from '../../../platform/observability/log.ts'
import { mostOpenFiles, openFiles } from '../../../platform/observability/open-files.ts'
import type {
  DeliveryWorkerOrders,
  FromDeliveryWorker,
  ToDeliveryWorker,
} from './delivery-worker-protocol.ts'
import type { DispatchStore } from './dispatch-store.ts'

// How often the thread looks whether something is due; and how often, where nobody has an endpoint, whether that is still so.
const lookMilliseconds = 250
const askMilliseconds = 1000
// What was written a moment ago is committed by then: nearly always, and on a busy machine.
const nudgeMilliseconds = [8, 50]
const crowdedShare = 0.8
const restartMilliseconds = 200
const longestRestartMilliseconds = 5000
// How long a stopping server waits for the thread, which itself waits for what is on its way.
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
  private nudges: ReturnType<typeof setTimeout>[] = []
  private pause = restartMilliseconds
  /** By the process's own clock: when to ask again whether there are endpoints, and before when no thread is started. */
  private askAt = 0
  private restartAt = 0
  private stopped: (() => void) | null = null
  private readonly timer: ReturnType<typeof setInterval>

  constructor(private readonly needs: DeliveryWorkerClientNeeds) {
    this.timer = setInterval(() => {
      if (this.worker || performance.now() >= this.askAt) void this.look()
    }, lookMilliseconds)
    this.timer.unref()
  }

  /** Something has been written that may be sent at once. */
  nudge(): void {
    if (this.nudges.length > 0) return
    this.nudges = nudgeMilliseconds.map((milliseconds, index) =>
      setTimeout(() => {
        if (index === 0) this.nudges = []
        void this.look()
      }, milliseconds),
    )
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    for (const nudge of this.nudges) clearTimeout(nudge)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.stopped = resolve
    await this.starting
    if (!this.worker) return
    this.tell({ kind: 'stop' })
    const timer = setTimeout(resolve, stopMilliseconds)
    await promise
    clearTimeout(timer)
    this.worker?.terminate()
  }

  private async look(): Promise<void> {
    if (this.stopped) return
    if (!this.worker) {
      this.starting ??= this.startIfNeeded().finally(() => {
        this.starting = null
      })
      await this.starting
    }
    if (this.stopped) return
    this.tell({ kind: 'look' })
  }

  private async startIfNeeded(): Promise<void> {
    this.askAt = performance.now() + askMilliseconds
    // A thread that is started without a file to open ends the process.
    if (performance.now() < this.restartAt || openFiles() > crowdedShare * mostOpenFiles()) return
    // While the database is away there is nothing to send.
    if (!(await this.needs.store.hasWork().catch(() => false)) || this.stopped) return
    const { deliveryWorkerFile, orders, log } = this.needs
    const worker = new Worker(deliveryWorkerFile, { smol: true })
    this.worker = worker
    const begun = performance.now()
    worker.addEventListener('message', ({ data }: MessageEvent<FromDeliveryWorker>) => {
      if (data.kind === 'stopped') this.stopped?.()
    })
    worker.addEventListener('error', ({ message }) => log.error('the sending thread failed', message))
    worker.addEventListener('close', () => {
      this.worker = null
      if (this.stopped) return this.stopped()
      log.warn('the sending thread ended; starting it again')
      // Once may be bad luck; one that dies again and again shall not keep the machine busy.
      const lasted = performance.now() - begun
      this.pause =
        lasted > longestRestartMilliseconds
          ? restartMilliseconds
          : Math.min(this.pause * 2, longestRestartMilliseconds)
      this.restartAt = performance.now() + this.pause
    })
    this.tell({ kind: 'begin', orders })
  }

  private tell(message: ToDeliveryWorker): void {
    this.worker?.postMessage(message)
  }
}
