// Compaction: rows of past days lose their sets of visitors, which no query needs any more, in short transactions.
import { addDays } from '../../platform/time/clock.ts'
import type { CompactionStore } from './compaction-store.ts'
import { TransactionSize } from './counting/transaction-size.ts'

// The set is only needed to recognize visitors of the same day. By then the journals of the day are counted, even those of
// a node that was off over a weekend.
const graceDays = 7
// The next run does the rest, so that visitors hardly notice it when many days are to be compacted.
const runMilliseconds = 250

export class Compaction {
  private readonly size = new TransactionSize(50, 5000)

  constructor(private readonly store: CompactionStore) {}

  /** Continues where the last run stopped, up to the last day that may be compacted `today`. */
  async run(today: string): Promise<void> {
    const until = addDays(today, -graceDays)
    const end = performance.now() + runMilliseconds
    for (let begun = performance.now(); begun < end; begun = performance.now()) {
      if (!(await this.store.compactSome(until, this.size.size))) return
      this.size.adapt(performance.now() - begun)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
