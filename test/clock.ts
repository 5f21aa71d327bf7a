// The tests' clock: the machine's, moved forward as a test wants. Scheduled work runs only when it is moved.
import { type Clock, systemClock } from '../packages/server/src/platform/time/clock.ts'

interface Job {
  every: number
  due: number
  work(): Promise<void>
}

export class TestClock implements Clock {
  readonly era = systemClock.era
  readonly offset = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))
  /** How much time a test has let pass. */
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

  /** Moves on, and runs each job that has become due, once, as a process would that wakes up late. */
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

  /** Sets the time, of this machine and the database's, to so much more or less: no time passes with that. */
  move(milliseconds: number): void {
    this.offset[0] = (this.offset[0] ?? 0) + milliseconds
  }

  /** Moves on to a moment, given in the form that Date.parse takes. */
  async advanceTo(moment: string): Promise<void> {
    await this.advance(Date.parse(moment) - this.now())
  }

  /** Unix seconds. */
  unix(): number {
    return Math.floor(this.now() / 1000)
  }

  /** The day in UTC, so many days from today. */
  day(days = 0): string {
    return new Date(this.now() + days * 86_400_000).toISOString().slice(0, 10)
  }
}
