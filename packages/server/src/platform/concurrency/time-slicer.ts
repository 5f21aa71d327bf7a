// Runs long work on the main thread in time slices, so that visitors are answered in between.
import { Refusal } from '@linnet/contract/errors'

// No visitor waits for longer than a slice.
const sliceMilliseconds = 3

/** After `deadline`, by `performance.now()`, the result is no longer useful. */
export class TimeSlicer {
  private began = performance.now()

  constructor(private readonly deadline: number) {}

  /**
   * Yields to the event loop if the time slice is over; await it often. Throws an `unavailable` refusal once the deadline
   * has passed.
   */
  async yieldIfDue(): Promise<void> {
    const now = performance.now()
    if (now >= this.deadline)
      throw new Refusal('unavailable', 'This takes too long. Request fewer days, or try again shortly.')
    if (now - this.began < sliceMilliseconds) return
    await new Promise((resolve) => setImmediate(resolve))
    this.began = performance.now()
  }
}
