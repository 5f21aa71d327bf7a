// How much of a batch is written in one transaction: as much as takes a few milliseconds.

// A transaction holds the SQLite write lock, and an API write waits for it.
const transactionMilliseconds = 5

export class TransactionSize {
  constructor(
    private readonly smallest: number,
    private readonly largest: number,
  ) {
    this.size = smallest
  }

  /** How much to write next. */
  size: number

  /** Adapts to how long it took to write that much. */
  adapt(milliseconds: number): void {
    const next = this.size * (transactionMilliseconds / Math.max(milliseconds, 0.1))
    // Halfway to what the last one suggests, so that one slow commit does not make all the next ones tiny.
    this.size = Math.round(Math.min(this.largest, Math.max(this.smallest, (this.size + next) / 2)))
  }
}
