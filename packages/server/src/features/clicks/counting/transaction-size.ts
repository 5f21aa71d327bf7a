// How much of a batch is written in one transaction: as much as can be in a few milliseconds.

// A transaction holds the SQLite write lock, and an API write waits for it.
const partMilliseconds = 5

export class BatchSize {
  constructor(
    private readonly smallest: number,
    private readonly largest: number,
  ) {
    this.size = smallest
  }

  /** How much to write next. */
  size: number

  /** Learns how long it took to write that much. */
  adapt(milliseconds: number): void {
    const next = this.size * (partMilliseconds / Math.max(milliseconds, 0.1))
    // Halfway to what the last part suggests, so that one slow commit does not make all the next ones tiny.
    this.size = Math.round(Math.min(this.largest, Math.max(this.smallest, (this.size + next) / 2)))
  }
}
