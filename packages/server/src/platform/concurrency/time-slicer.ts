// Long work on the main thread in short pieces: visitors are answered between them.
import { Refusal } from '@linnet/contract/errors'

// No visitor waits for longer than such a piece.
const pieceMilliseconds = 3

/** Work that nobody waits for after a deadline (by `performance.now()`). */
export class TimeSlicer {
  private began = performance.now()

  constructor(private readonly deadline: number) {}

  /**
   * To be awaited often: lets others have the event loop where the work had it for some milliseconds. Refuses as
   * `unavailable` once the deadline is over.
   */
  async rest(): Promise<void> {
    const now = performance.now()
    if (now >= this.deadline)
      throw new Refusal('unavailable', 'This takes too long. Ask for fewer days, or try again shortly.')
    if (now - this.began < pieceMilliseconds) return
    await new Promise((resolve) => setImmediate(resolve))
    this.began = performance.now()
  }
}
