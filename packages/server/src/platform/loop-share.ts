// A share of the event loop: a crowd of one kind of work starts a few at a time, so that other work gets in between.

/** Lets `most` callers on in each turn of the event loop; who comes after them waits for the next turn. */
export class LoopShare {
  private left: number
  private turning = false
  private readonly waiting: (() => void)[] = []

  constructor(private readonly most: number) {
    this.left = most
  }

  /** Undefined where the caller may go on at once. */
  enter(): Promise<void> | undefined {
    if (!this.turning) this.turn()
    if (this.left === 0) return new Promise((resolve) => this.waiting.push(resolve))
    this.left--
    return undefined
  }

  /** How many wait for their turn. */
  get crowd(): number {
    return this.waiting.length
  }

  private turn(): void {
    this.turning = true
    setImmediate(() => {
      this.left = this.most
      this.turning = false
      if (this.waiting.length === 0) return
      this.turn()
      for (const goOn of this.waiting.splice(0, this.most)) {
        this.left--
        goOn()
      }
    })
  }
}
