// Whether requests may be sent to this process. It answers redirects from memory while the database is away: so that
// alone does not take it, and with it every node at once, out of a load balancer.

export interface ReadinessReport {
  isReady: boolean
  status: 'ready' | 'stopping' | 'database away'
  database: 'ok' | 'away'
  /** Whether changes of other nodes are heard of as they come. */
  listening: boolean
}

export interface ReadinessNeeds {
  /** Asks the database the least that there is. */
  ask(): Promise<unknown>
  isListening(): boolean
}

// A database that hangs is as good as away, and a load balancer does not wait for long.
const patienceMilliseconds = 1000
// Whoever asks very often asks the database no more than this often.
const rememberedMilliseconds = 250

export class Readiness {
  private isStopping = false
  private asked: Promise<boolean> | null = null

  constructor(private readonly needs: ReadinessNeeds) {}

  /** From now on nobody shall send requests here; those that come are answered all the same. */
  stop(): void {
    this.isStopping = true
  }

  /** With `needsDatabase`, a process whose database is away is not ready. */
  async look(needsDatabase: boolean): Promise<ReadinessReport> {
    const isThere = await this.isDatabaseThere()
    const isMissing = needsDatabase && !isThere
    return {
      isReady: !this.isStopping && !isMissing,
      status: this.isStopping ? 'stopping' : isMissing ? 'database away' : 'ready',
      database: isThere ? 'ok' : 'away',
      listening: this.needs.isListening(),
    }
  }

  private isDatabaseThere(): Promise<boolean> {
    this.asked ??= this.ask().finally(() => {
      setTimeout(() => {
        this.asked = null
      }, rememberedMilliseconds).unref()
    })
    return this.asked
  }

  private async ask(): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(resolve, patienceMilliseconds, false)
    const answered = this.needs.ask().then(
      () => true,
      () => false,
    )
    const isThere = await Promise.race([answered, late])
    clearTimeout(timer)
    return isThere
  }
}
