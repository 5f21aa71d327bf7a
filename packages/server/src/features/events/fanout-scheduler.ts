// Expands fan-outs account by account, one batch each, so that a busy account delays no other.
import type { FanoutStore } from './fanout-store.ts'

// Due deliveries are sent between two such runs.
const runMilliseconds = 100

export class FanoutScheduler {
  /** The account whose fan-out was expanded last. */
  private last = 0

  constructor(private readonly store: Pick<FanoutStore, 'nextAccount' | 'expandSome'>) {}

  /** Expands for a while; returns whether there may be more. */
  async run(isStopped: () => boolean): Promise<boolean> {
    const end = performance.now() + runMilliseconds
    while (!isStopped() && performance.now() < end) {
      const account = await this.store.nextAccount(this.last)
      if (account === null) return false
      this.last = account
      await this.store.expandSome(account)
    }
    return true
  }
}
