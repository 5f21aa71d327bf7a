// Whether this process is ready for requests. It answers redirects from memory while the database is unavailable, so an
// outage alone doesn't remove it, and every other node at the same time, from a load balancer.
import { waitAtMost } from '../platform/concurrency/wait-at-most.ts'

export interface ReadinessReport {
  isReady: boolean
  status: 'ready' | 'stopping' | 'database away'
  database: 'ok' | 'away'
  /** Whether notifications of other nodes' changes arrive. */
  listening: boolean
}

export interface ReadinessNeeds {
  /** Runs a minimal query. */
  ask(): Promise<unknown>
  isListening(): boolean
}

// A database that hangs counts as unavailable, and a load balancer doesn't wait for long.
const patienceMilliseconds = 1000
// Frequent requests query the database no more often than this.
const rememberedMilliseconds = 250

export class Readiness {
  private isStopping = false
  private answer: Promise<boolean> | null = null

  constructor(private readonly needs: ReadinessNeeds) {}

  /** From now on, this process reports that it isn't ready. Requests that arrive are still answered. */
  stop(): void {
    this.isStopping = true
  }

  /** With `needsDatabase`, a process whose database is unavailable isn't ready. */
  async check(needsDatabase: boolean): Promise<ReadinessReport> {
    const isAvailable = await this.isDatabaseAvailable()
    const isMissing = needsDatabase && !isAvailable
    return {
      isReady: !this.isStopping && !isMissing,
      status: this.isStopping ? 'stopping' : isMissing ? 'database away' : 'ready',
      database: isAvailable ? 'ok' : 'away',
      listening: this.needs.isListening(),
    }
  }

  private isDatabaseAvailable(): Promise<boolean> {
    this.answer ??= this.ask().finally(() => {
      setTimeout(() => {
        this.answer = null
      }, rememberedMilliseconds).unref()
    })
    return this.answer
  }

  private async ask(): Promise<boolean> {
    const answered = this.needs.ask().then(
      () => true,
      () => false,
    )
    return await waitAtMost(patienceMilliseconds, answered, () => false)
  }
}
