// Rows of days that are over keep only what questions read: their sets of visitors are emptied, in short pieces.
import { addDays } from '../../platform/time/clock.ts'
import type { CompactionStore } from './compaction-store.ts'
import { BatchSize } from './counting/transaction-size.ts'

// The set only tells who of a day has come before. By then the journals of the day are counted, also those of a node that
// was away over a weekend.
const graceDays = 7
// A run leaves the rest to the next one, so that visitors hardly notice where many days are behind.
const runMilliseconds = 250

export class Compacting {
  private readonly size = new BatchSize(50, 5000)

  constructor(private readonly store: CompactionStore) {}

  /** Goes on where it was left, up to what `today` lets go of. */
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
