// A share of the event loop: a crowd of one kind of work starts a few at a time, so that other work gets in between.
import { FairQueue } from './fair-queue.ts'

/**
 * Lets `most` callers start in each turn of the event loop; the others wait for a later one. Waiting callers are served
 * round-robin.
 */
export class EventLoopLimiter {
  private left: number
  private turning = false
  private readonly waiting = new FairQueue<() => void>()

  constructor(private readonly most: number) {
    this.left = most
  }

  /** Undefined if the caller, named by `by`, may start at once. */
  enter(by = ''): Promise<void> | undefined {
    if (!this.turning) this.turn()
    if (this.left === 0) return new Promise((resolve) => void this.waiting.add(by, resolve))
    this.left--
    return undefined
  }

  /** How many wait for their turn. */
  get crowd(): number {
    return this.waiting.length
  }

  private turn(): void {
    this.turning = true
    setImmediate(() => {
      this.left = this.most
      this.turning = false
      if (this.waiting.length === 0) return
      this.turn()
      for (let goOn = this.waiting.take(); goOn !== null; goOn = this.left > 0 ? this.waiting.take() : null) {
        this.left--
        goOn()
      }
    })
  }
}
