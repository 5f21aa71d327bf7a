// Work that is done again and again: each job alone, its failures logged, waited for when the process stops.
import type { Clock } from './clock.ts'
import type { Lease } from './lease.ts'
import type { Log } from './log.ts'

type Work = () => Promise<void> | void

/** What came of a job so far. */
export interface JobFigures {
  name: string
  runs: number
  failures: number
  /** When it last went well, in milliseconds since the Unix epoch; null where it never has. */
  lastSuccess: number | null
}

export interface Schedule {
  /**
   * Runs `work` now and then every `milliseconds`. What is due while the run before it still goes on follows it, once:
   * that run may have looked at the clock before.
   */
  every(name: string, milliseconds: number, work: Work): void
  /** The same for what one of all nodes does: those whose turn it is not pass. */
  onOneNode(name: string, milliseconds: number, work: Work): void
  figures(): JobFigures[]
  /** Ends all jobs and waits for those that are running; what was due after them is left. */
  stop(): Promise<void>
}

export function createSchedule(clock: Clock, log: Log, lease: Lease): Schedule {
  const stops: (() => void)[] = []
  let stopped = false
  const jobs: { last: Promise<void> }[] = []
  const figures: JobFigures[] = []

  function repeat(name: string, milliseconds: number, work: Work, isOurs: () => boolean): void {
    const job: { last: Promise<void>; waiting?: Promise<void> } = { last: Promise.resolve() }
    const done: JobFigures = { name, runs: 0, failures: 0, lastSuccess: null }
    const run = async () => {
      job.waiting = undefined
      if (stopped || !isOurs()) return
      done.runs++
      try {
        await work()
        done.lastSuccess = clock.now()
      } catch (error) {
        done.failures++
        log.error('scheduled work failed', error, { job: name })
      }
    }
    const due = () => {
      if (!job.waiting) job.last = job.waiting = job.last.then(run)
      return job.waiting
    }
    jobs.push(job)
    figures.push(done)
    stops.push(clock.every(milliseconds, due))
    void due()
  }

  return {
    every: (name, milliseconds, work) => repeat(name, milliseconds, work, () => true),
    onOneNode: (name, milliseconds, work) => repeat(name, milliseconds, work, lease.isHeld),
    figures: () => figures,
    async stop() {
      stopped = true
      for (const stop of stops) stop()
      await Promise.all(jobs.map(({ last }) => last))
      await lease.giveUp()
    },
  }
}
