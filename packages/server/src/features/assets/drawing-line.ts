// A line in front of the drawing of images: each takes a core and up to a few hundred megabytes for a second or two.
import { Refusal } from '@linnet/contract'

// Each waits with up to 10 MiB in its hands.
const mostWaiting = 8
const mostOfOne = 3

export class DrawingLine {
  private readonly waiting: (() => void)[] = []
  private readonly busyFor = new Map<number, number>()
  private running = 0

  constructor(private readonly atOnce: number) {}

  /** Runs `work` for an account when its turn has come. Refuses with `unavailable` where too many wait, or too many of one. */
  async take<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const own = this.busyFor.get(userId) ?? 0
    if (this.waiting.length >= mostWaiting || own >= mostOfOne)
      throw new Refusal(
        'unavailable',
        'Other images are being drawn. Upload this one again shortly.',
        undefined,
        5,
      )
    this.busyFor.set(userId, own + 1)
    try {
      return await this.inTurn(work)
    } finally {
      const left = (this.busyFor.get(userId) ?? 1) - 1
      if (left > 0) this.busyFor.set(userId, left)
      else this.busyFor.delete(userId)
    }
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve))
    else this.running++
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.running--
    }
  }
}
