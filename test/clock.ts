// The clock of tests: the machine's time plus an offset that a test controls. Scheduled jobs run only when a test advances it.
import { type Clock, systemClock } from '../packages/server/src/platform/time/clock.ts'

interface Job {
  every: number
  due: number
  work(): Promise<void>
}

export class TestClock implements Clock {
  readonly era = systemClock.era
  readonly offset = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))
  /** How far the test has advanced the clock. */
  private ahead = 0
  private readonly jobs = new Set<Job>()

  now(): number {
    return Date.now() + (this.offset[0] ?? 0)
  }

  elapsed(): number {
    return systemClock.elapsed() + this.ahead
  }

  every(milliseconds: number, work: () => Promise<void>): () => void {
    const job = { every: milliseconds, due: this.elapsed() + milliseconds, work }
    this.jobs.add(job)
    return () => this.jobs.delete(job)
  }

  /** Advances the clock and runs each job that is now due, once, like a process that wakes up late. */
  async advance(milliseconds: number): Promise<void> {
    this.ahead += milliseconds
    this.move(milliseconds)
    const now = this.elapsed()
    for (const job of this.jobs) {
      if (job.due > now) continue
      job.due = now + job.every
      await job.work()
    }
  }

  /** Shifts the wall-clock time of server and database without any time elapsing. */
  move(milliseconds: number): void {
    this.offset[0] = (this.offset[0] ?? 0) + milliseconds
  }

  /** Advances the clock to a moment, in a format that Date.parse accepts. */
  async advanceTo(moment: string): Promise<void> {
    await this.advance(Date.parse(moment) - this.now())
  }

  /** The time in Unix seconds. */
  unix(): number {
    return Math.floor(this.now() / 1000)
  }

  /** The UTC date this many days from today. */
  day(days = 0): string {
    return new Date(this.now() + days * 86_400_000).toISOString().slice(0, 10)
  }
}
