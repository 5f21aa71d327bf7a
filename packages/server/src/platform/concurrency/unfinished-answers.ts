// The answers that are being worked on: a request may go on after its client has left, and still use the database.

export class UnfinishedAnswers {
  private count = 0
  private readonly awaited: (() => void)[] = []

  /** Gives back the answer; what is there at once costs nothing. */
  add<Answer>(answer: Answer | Promise<Answer>): Answer | Promise<Answer> {
    if (!(answer instanceof Promise)) return answer
    this.count++
    const finished = () => {
      if (--this.count === 0) for (const go of this.awaited.splice(0)) go()
    }
    answer.then(finished, finished)
    return answer
  }

  /** Resolves when nothing is being worked on, but after so many milliseconds at the latest. */
  async finish(milliseconds: number): Promise<void> {
    if (this.count === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, milliseconds)
    this.awaited.push(resolve)
    await promise
    clearTimeout(timer)
  }
}
