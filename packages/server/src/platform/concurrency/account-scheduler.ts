// Accounts take turns at work that runs one after the other, so that one account's burst delays no other account.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '@linnet/contract/errors'
import { FairQueue } from './fair-queue.ts'

/** An account, or null for the server itself. */
export interface Requester {
  account: number | null
  /** When the result is no longer useful, by `performance.now()`. */
  deadline: number
}

interface QueuedWork {
  queuedAt: number
  begin(): void
  refuse(error: Error): void
}

// More work of an account is refused once so much has waited for so long. Short bursts are admitted.
const defaultLimits = { mostWaiting: 20, patienceMilliseconds: 1000 }

// Like PostgreSQL's `statement_timeout` (db/postgres/postgres.ts), but for all queries of a request together.
const requestMilliseconds = 10_000

const retrySeconds = 5

/** The requester of a request that starts now. */
export function requesterOf(account: number | null): Requester {
  return { account, deadline: performance.now() + requestMilliseconds }
}

export class AccountScheduler {
  private readonly queued = new FairQueue<QueuedWork>()
  private readonly running = new Set<QueuedWork>()
  private isEnded = false

  /** `free` is how many may run at once. */
  constructor(
    private free: number,
    private readonly limits = defaultLimits,
  ) {}

  /**
   * Runs `work` when it is the account's turn. Refuses with `unavailable` if too much of the account's work is waiting, or
   * if the work isn't done by the deadline: then it continues, but its result is dropped.
   */
  take<T>({ account, deadline }: Requester, work: () => Promise<T>): Promise<T> {
    const queuedAt = performance.now()
    const by = String(account)
    if (account !== null && this.isCrowded(this.queued.of(by), queuedAt)) return Promise.reject(tooMany())
    if (this.isEnded) return Promise.reject(stopping())
    if (queuedAt >= deadline) return Promise.reject(tooLong())
    return new Promise((resolve, reject) => {
      const queued: QueuedWork = {
        queuedAt,
        // It is started by the work that ends before it. Without the binding, its queries would appear in that work's trace.
        begin: AsyncLocalStorage.bind(() => {
          const ended = () => {
            clearTimeout(timer)
            this.ended(queued)
          }
          work().finally(ended).then(resolve, reject)
        }),
        refuse: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      }
      const timer = setTimeout(() => {
        this.queued.remove(by, queued)
        reject(tooLong())
      }, deadline - queuedAt)
      this.queued.add(by, queued)
      this.startNext()
    })
  }

  /** Refuses all work that waits or runs, and all later work. */
  end(): void {
    this.isEnded = true
    for (const { refuse } of [...this.queued.takeAll(), ...this.running]) refuse(stopping())
  }

  private isCrowded(queue: readonly QueuedWork[], now: number): boolean {
    const { mostWaiting, patienceMilliseconds } = this.limits
    const [first] = queue
    return first !== undefined && queue.length >= mostWaiting && now - first.queuedAt >= patienceMilliseconds
  }

  private ended(queued: QueuedWork): void {
    this.running.delete(queued)
    this.free++
    this.startNext()
  }

  private startNext(): void {
    while (this.free > 0) {
      const next = this.queued.take()
      if (!next) return
      this.free--
      this.running.add(next)
      next.begin()
    }
  }
}

function tooMany(): Refusal {
  const message =
    'Too many requests of this account are already waiting. Send fewer at once, and wait for their responses.'
  return new Refusal('unavailable', message, undefined, retrySeconds)
}

function tooLong(): Refusal {
  const message =
    'This takes too long. Ask for less: search for a longer or another term, or for fewer days. Or try again shortly.'
  return new Refusal('unavailable', message, undefined, retrySeconds)
}

/** The refusal for work that waits while the process stops. */
export function stopping(): Refusal {
  return new Refusal('unavailable', 'The service is stopping. Try again shortly.', undefined, retrySeconds)
}
