// Runs long work on the main thread in time slices, so that visitors are answered in between.
import { Refusal } from '@linnet/contract/errors'

// No visitor waits for longer than a slice.
const sliceMilliseconds = 3

/** `deadline`, by `performance.now()`, is when the work is no longer of use. */
export class TimeSlicer {
  private began = performance.now()

  constructor(private readonly deadline: number) {}

  /**
   * To be awaited often: yields to the event loop when the slice is over. Refuses with `unavailable` once the deadline has
   * passed.
   */
  async rest(): Promise<void> {
    const now = performance.now()
    if (now >= this.deadline)
      throw new Refusal('unavailable', 'This takes too long. Ask for fewer days, or try again shortly.')
    if (now - this.began < sliceMilliseconds) return
    await new Promise((resolve) => setImmediate(resolve))
    this.began = performance.now()
  }
}
