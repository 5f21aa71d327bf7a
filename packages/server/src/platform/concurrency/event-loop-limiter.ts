// Limits how much work of one kind starts in a turn of the event loop, so that other work runs in between.
import { FairQueue } from './fair-queue.ts'

/**
 * Lets `perTurn` callers start in each turn of the event loop; the others wait for a later one, and are served round-robin.
 * It waits for the end of a turn only once `unwatched` callers have started, perhaps over several turns. Until then the limit
 * costs nothing, and the current turn still has room for at least `perTurn - unwatched`.
 */
export class EventLoopLimiter {
  private remaining: number
  private isTurnScheduled = false
  private readonly waiting = new FairQueue<() => void>()

  constructor(
    private readonly perTurn: number,
    private readonly unwatched = 0,
  ) {
    this.remaining = perTurn
  }

  /** Undefined if the caller, named by `by`, may start at once. */
  enter(by = ''): Promise<void> | undefined {
    if (!this.isTurnScheduled && this.remaining <= this.perTurn - this.unwatched) this.scheduleTurn()
    if (this.remaining === 0) return new Promise((resolve) => void this.waiting.add(by, resolve))
    this.remaining--
    return undefined
  }

  /** How many wait for their turn. */
  get crowd(): number {
    return this.waiting.length
  }

  private scheduleTurn(): void {
    this.isTurnScheduled = true
    setImmediate(() => {
      this.remaining = this.perTurn
      this.isTurnScheduled = false
      if (this.waiting.length === 0) return
      this.scheduleTurn()
      for (
        let resume = this.waiting.take();
        resume !== null;
        resume = this.remaining > 0 ? this.waiting.take() : null
      ) {
        this.remaining--
        resume()
      }
    })
  }
}
