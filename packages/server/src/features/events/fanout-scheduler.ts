// Expands fan-outs in turns: one batch per account, then the next account, so that a busy account delays no other.
import type { FanoutStore } from './fanout-store.ts'

// At a time: what is due is sent in between.
const turnMilliseconds = 100

export class FanoutScheduler {
  /** The account that had the last turn. */
  private last = 0

  constructor(private readonly store: Pick<FanoutStore, 'nextAccount' | 'expandSome'>) {}

  /** Expands for a while; answers whether there may be more. */
  async run(isOver: () => boolean): Promise<boolean> {
    const end = performance.now() + turnMilliseconds
    while (!isOver() && performance.now() < end) {
      const account = await this.store.nextAccount(this.last)
      if (account === null) return false
      this.last = account
      await this.store.expandSome(account)
    }
    return true
  }
}
