// A line in front of the drawing of images: each takes a core and up to a few hundred megabytes for a second or two.

/** Runs work one after the other, or a few at a time. How many may wait, who takes the files in has decided. */
export class DrawingLine {
  private readonly waiting: (() => void)[] = []
  private running = 0

  constructor(private readonly atOnce: number) {}

  /** Runs `work` when its turn has come. */
  async take<T>(work: () => Promise<T>): Promise<T> {
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
