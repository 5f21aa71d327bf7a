// The main thread's side of the drain: asks it to count, and notices when its thread has died.
// Not by the contract's face, whose schemas the drain's thread would load a second time: 8 MB.
import { Refusal } from '@linnet/contract/errors'
import type { Log } from '../../platform/log.ts'
import type { DrainOrders, FromDrain, ToDrain } from './drain-protocol.ts'

const restartMilliseconds = 200

/** Runs the drain's thread until stopped, starting it again whenever it dies. */
export class Counting {
  private worker!: Worker
  private readonly waiting = new Map<number, (fault: string | null) => void>()
  private readonly counted: Int32Array
  private requests = 0
  private stopping: (() => void) | null = null

  constructor(
    private readonly orders: DrainOrders,
    private readonly drainFile: URL,
    private readonly log: Log,
  ) {
    this.counted = new Int32Array(orders.counted)
    this.start()
  }

  /** How many of this process's clicks are in the statistics. */
  get count(): number {
    return Atomics.load(this.counted, 0)
  }

  /** Resolves once all that is in the journal is counted; refused as `unavailable` while the database is away. */
  async settle(): Promise<void> {
    const request = ++this.requests
    const fault = await new Promise<string | null>((resolve) => {
      this.waiting.set(request, resolve)
      this.tell({ kind: 'settle', request })
    })
    if (fault !== null) {
      this.log.warn('clicks could not be counted', { reason: fault })
      throw new Refusal(
        'unavailable',
        'The clicks can not be counted at the moment. They are kept; try again shortly.',
      )
    }
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.stopping = resolve
      this.tell({ kind: 'stop' })
    })
    this.worker.terminate()
  }

  private tell(message: ToDrain): void {
    this.worker.postMessage(message)
  }

  private start(): void {
    this.worker = new Worker(this.drainFile)
    this.worker.addEventListener('message', ({ data }: MessageEvent<FromDrain>) => this.hear(data))
    this.worker.addEventListener('error', ({ message }) => this.log.error('the drain failed', message))
    this.worker.addEventListener('close', () => this.restart())
    this.tell({ kind: 'begin', orders: this.orders })
  }

  private hear(message: FromDrain): void {
    if (message.kind === 'stopped') this.stopping?.()
    else {
      this.waiting.get(message.request)?.(message.fault)
      this.waiting.delete(message.request)
    }
  }

  private restart(): void {
    if (this.stopping) {
      this.stopping()
      return
    }
    this.log.warn('the drain ended; starting it again')
    setTimeout(() => {
      if (this.stopping) return
      this.start()
      for (const request of this.waiting.keys()) this.tell({ kind: 'settle', request })
    }, restartMilliseconds)
  }
}
