// Work that is done again and again: each job alone, its failures logged, waited for when the process stops.

import type { Lease } from '../concurrency/lease.ts'
import type { Log } from '../observability/log.ts'
import type { Begin } from '../observability/watchdog/index.ts'
import type { Clock } from './clock.ts'

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

// All jobs fail while the database is away, some of them several times a second: one line a minute tells it.
const tellAgainMilliseconds = 60_000

interface ScheduleNeeds {
  clock: Clock
  log: Log
  lease: Lease
  /** Whether an error says that the database, or another server, is away, so that the next run may go well. */
  isAway(error: unknown): boolean
  begin: Begin
}

export function createSchedule({ clock, log, lease, isAway, begin }: ScheduleNeeds): Schedule {
  const stops: (() => void)[] = []
  let stopped = false
  const jobs: { last: Promise<void> }[] = []
  const figures: JobFigures[] = []
  let toldAway = Number.NEGATIVE_INFINITY

  function tell(error: unknown, job: string): void {
    if (!isAway(error)) {
      log.error('scheduled work failed', error, { job })
      return
    }
    if (clock.elapsed() - toldAway < tellAgainMilliseconds) return
    toldAway = clock.elapsed()
    log.warn('scheduled work cannot reach what it needs', { job, reason: (error as Error).message })
  }

  function repeat(name: string, milliseconds: number, work: Work, isOurs: () => boolean): void {
    const job: { last: Promise<void>; waiting?: Promise<void> } = { last: Promise.resolve() }
    const note = `job: ${name}`
    const done: JobFigures = { name, runs: 0, failures: 0, lastSuccess: null }
    const run = async () => {
      job.waiting = undefined
      if (stopped || !isOurs()) return
      done.runs++
      begin(note)
      try {
        await work()
        done.lastSuccess = clock.now()
      } catch (error) {
        done.failures++
        tell(error, name)
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
