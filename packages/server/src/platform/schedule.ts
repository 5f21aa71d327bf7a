// Work that is done again and again: each job alone, its failures logged, waited for when the process stops.
import type { Clock } from './clock.ts'
import type { Lease } from './lease.ts'
import type { Log } from './log.ts'

export interface Schedule {
  /**
   * Runs `work` now and then every `milliseconds`. What is due while the run before it still goes on follows it, once:
   * that run may have looked at the clock before.
   */
  every(name: string, milliseconds: number, work: () => Promise<void> | void): void
  /** The same for what one of all nodes does: those whose turn it is not pass. */
  onOneNode(name: string, milliseconds: number, work: () => Promise<void> | void): void
  /** Ends all jobs and waits for those that are running; what was due after them is left. */
  stop(): Promise<void>
}

export function createSchedule(clock: Clock, log: Log, lease: Lease): Schedule {
  const stops: (() => void)[] = []
  let stopped = false
  const jobs: { last: Promise<void> }[] = []

  function every(name: string, milliseconds: number, work: () => Promise<void> | void): void {
    const job: { last: Promise<void>; waiting?: Promise<void> } = { last: Promise.resolve() }
    const run = async () => {
      job.waiting = undefined
      if (stopped) return
      try {
        await work()
      } catch (error) {
        log.error('scheduled work failed', error, { job: name })
      }
    }
    const due = () => {
      if (!job.waiting) job.last = job.waiting = job.last.then(run)
      return job.waiting
    }
    jobs.push(job)
    stops.push(clock.every(milliseconds, due))
    void due()
  }

  return {
    every,
    onOneNode: (name, milliseconds, work) =>
      every(name, milliseconds, () => (lease.isHeld() ? work() : undefined)),
    async stop() {
      stopped = true
      for (const stop of stops) stop()
      await Promise.all(jobs.map(({ last }) => last))
      await lease.giveUp()
    },
  }
}
