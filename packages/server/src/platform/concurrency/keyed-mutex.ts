// A mutex per name: work under the same name runs one after the other, everything else concurrently.

export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>()

  /** Runs `work` once all earlier work under this name has ended, successfully or not. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(name) ?? Promise.resolve()).then(work)
    const ended = turn.catch(() => undefined)
    this.last.set(name, ended)
    try {
      return await turn
    } finally {
      if (this.last.get(name) === ended) this.last.delete(name)
    }
  }
}
