// Turns: what bears the same name runs one after the other, everything else side by side.

export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>()

  /** Runs `work` once all that was given under this name before has ended, well or badly. */
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
