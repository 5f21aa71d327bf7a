// Tracks responses in progress: a request may outlive its client, and still use the database.
import { waitAtMost } from './wait-at-most.ts'

export class UnfinishedAnswers {
  private count = 0
  private readonly awaited: (() => void)[] = []

  /** Returns the response itself, and tracks it if it is a promise. */
  add<Answer>(answer: Answer | Promise<Answer>): Answer | Promise<Answer> {
    if (!(answer instanceof Promise)) return answer
    this.count++
    const finished = () => {
      if (--this.count === 0) for (const go of this.awaited.splice(0)) go()
    }
    answer.then(finished, finished)
    return answer
  }

  /** Resolves when no response is in progress, or after this many milliseconds. */
  async finish(milliseconds: number): Promise<void> {
    if (this.count === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.awaited.push(resolve)
    await waitAtMost(milliseconds, promise)
  }
}
