// Tracks answers in progress: a request may outlive its client, and still use the database.

export class UnfinishedAnswers {
  private count = 0
  private readonly awaited: (() => void)[] = []

  /** Returns the answer itself, and tracks it if it is a promise. */
  add<Answer>(answer: Answer | Promise<Answer>): Answer | Promise<Answer> {
    if (!(answer instanceof Promise)) return answer
    this.count++
    const finished = () => {
      if (--this.count === 0) for (const go of this.awaited.splice(0)) go()
    }
    answer.then(finished, finished)
    return answer
  }

  /** Resolves when no answer is in progress, and after so many milliseconds at the latest. */
  async finish(milliseconds: number): Promise<void> {
    if (this.count === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, milliseconds)
    this.awaited.push(resolve)
    await promise
    clearTimeout(timer)
  }
}
