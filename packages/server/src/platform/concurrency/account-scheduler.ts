// Turns of accounts at what does one thing after the other: the questions of one account never all go before another's.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Refusal } from '@linnet/contract/errors'
import { FairQueue } from './fair-queue.ts'

/** Who asks: an account, or null for the server itself. */
export interface Requester {
  account: number | null
  /** When nobody waits for the answer any more, by `performance.now()`. */
  deadline: number
}

interface Waiting {
  since: number
  begin(): void
  refuse(error: Error): void
}

// So many may wait, for so long, before others of the same account are refused. A crowd that is soon done is let in.
const usual = { mostWaiting: 20, patienceMilliseconds: 1000 }

// Like PostgreSQL's `statement_timeout` (db/postgres/postgres.ts), but for all that one request asks.
const requestMilliseconds = 10_000

const retrySeconds = 5

/** Who asks for a request that begins now. */
export function requesterOf(account: number | null): Requester {
  return { account, deadline: performance.now() + requestMilliseconds }
}

export class AccountScheduler {
  private readonly waiting = new FairQueue<Waiting>()
  private readonly underWay = new Set<Waiting>()
  private isOver = false

  /** `free` is how many may be under way at once. */
  constructor(
    private free: number,
    private readonly limits = usual,
  ) {}

  /**
   * Runs `work` when it is the account's turn. Refuses as `unavailable` when too much of the account waits already, and
   * what is not done by the deadline: work that has begun then goes on, and nobody hears of it.
   */
  take<T>({ account, deadline }: Requester, work: () => Promise<T>): Promise<T> {
    const since = performance.now()
    const by = String(account)
    if (account !== null && this.isCrowded(this.waiting.of(by), since)) return Promise.reject(tooMany())
    if (this.isOver) return Promise.reject(stopping())
    if (since >= deadline) return Promise.reject(tooLong())
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        since,
        // The caller that ends before it begins it: unbound, its queries would appear in that caller's trace.
        begin: AsyncLocalStorage.bind(() => {
          const ended = () => {
            clearTimeout(timer)
            this.ended(waiting)
          }
          work().finally(ended).then(resolve, reject)
        }),
        refuse: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      }
      const timer = setTimeout(() => {
        this.waiting.remove(by, waiting)
        reject(tooLong())
      }, deadline - since)
      this.waiting.add(by, waiting)
      this.goOn()
    })
  }

  /** Refuses all that waits or is under way, and from now on everything. */
  end(): void {
    this.isOver = true
    for (const { refuse } of [...this.waiting.takeAll(), ...this.underWay]) refuse(stopping())
  }

  private isCrowded(line: readonly Waiting[], now: number): boolean {
    const { mostWaiting, patienceMilliseconds } = this.limits
    const [first] = line
    return first !== undefined && line.length >= mostWaiting && now - first.since >= patienceMilliseconds
  }

  private ended(waiting: Waiting): void {
    this.underWay.delete(waiting)
    this.free++
    this.goOn()
  }

  private goOn(): void {
    while (this.free > 0) {
      const next = this.waiting.take()
      if (!next) return
      this.free--
      this.underWay.add(next)
      next.begin()
    }
  }
}

function tooMany(): Refusal {
  const message =
    'Too many requests of this account wait already. Send fewer at once, and wait for their answers.'
  return new Refusal('unavailable', message, undefined, retrySeconds)
}

function tooLong(): Refusal {
  const message =
    'This takes too long. Ask for less: search for a longer or another term, or for fewer days. Or try again shortly.'
  return new Refusal('unavailable', message, undefined, retrySeconds)
}

/** What is answered to who waits while the process stops. */
export function stopping(): Refusal {
  return new Refusal('unavailable', 'The service is stopping. Try again shortly.', undefined, retrySeconds)
}
