// Scheduled jobs: runs of a job never overlap, failures are logged, and a stopping process waits for them.
import type { Lease } from '../concurrency/lease.ts'
import type { Log } from '../observability/log.ts'
import { family, type MetricFamily } from '../observability/metrics/index.ts'
import type { Begin } from '../observability/watchdog/index.ts'
import type { Clock } from './clock.ts'

type Work = () => Promise<void> | void

/** Work that runs now, and then every `milliseconds`. */
export interface Job {
  /** Its label in metrics and in the log. */
  name: string
  milliseconds: number
  /** `one node`: on one of all nodes at a time. */
  runsOn: 'every process' | 'one node'
  run: Work
}

/** A job of every process, for its own state. */
export function everyProcess(name: string, milliseconds: number, run: Work): Job {
  return { name, milliseconds, runsOn: 'every process', run }
}

/** A job of one node, for what is in the database. */
export function oneNode(name: string, milliseconds: number, run: Work): Job {
  return { name, milliseconds, runsOn: 'one node', run }
}

/** A job's results since the process started. */
interface JobResults {
  name: string
  runs: number
  failures: number
  /** When it last succeeded, in milliseconds since the Unix epoch; null if it never has. */
  lastSuccess: number | null
}

export interface Schedule {
  /**
   * Runs each job now, and then repeatedly. A run that is due during another one follows it, once, because the other may
   * already have read the clock.
   */
  add(jobs: Job[]): void
  metrics(): MetricFamily[]
  /** Ends all jobs, and waits for those that are running but not for those that are due after them. */
  stop(): Promise<void>
}

// While the database is unavailable, all jobs fail, some of them several times a second: it is logged once a minute.
const awayLogMilliseconds = 60_000

interface ScheduleNeeds {
  clock: Clock
  log: Log
  lease: Lease
  /** Whether an error means that the database, or another server, is unavailable, so that the next run may succeed. */
  isAway(error: unknown): boolean
  begin: Begin
}

export function createSchedule({ clock, log, lease, isAway, begin }: ScheduleNeeds): Schedule {
  const stops: (() => void)[] = []
  let stopped = false
  const jobs: { last: Promise<void> }[] = []
  const results: JobResults[] = []
  let awayLoggedAt = Number.NEGATIVE_INFINITY

  function logFailure(error: unknown, job: string): void {
    if (!isAway(error)) {
      log.error('a scheduled job failed', error, { job })
      return
    }
    if (clock.elapsed() - awayLoggedAt < awayLogMilliseconds) return
    awayLoggedAt = clock.elapsed()
    log.warn('a scheduled job cannot reach what it needs', {
      job,
      reason: (error as Error).message,
    })
  }

  function repeat({ name, milliseconds, runsOn, run: work }: Job): void {
    const isOurs = runsOn === 'one node' ? lease.isHeld : () => true
    const job: { last: Promise<void>; waiting?: Promise<void> } = { last: Promise.resolve() }
    const label = `job: ${name}`
    const result: JobResults = { name, runs: 0, failures: 0, lastSuccess: null }
    const run = async () => {
      job.waiting = undefined
      if (stopped || !isOurs()) return
      result.runs++
      begin(label)
      try {
        await work()
        result.lastSuccess = clock.now()
      } catch (error) {
        result.failures++
        logFailure(error, name)
      }
    }
    const due = () => {
      if (!job.waiting) job.last = job.waiting = job.last.then(run)
      return job.waiting
    }
    jobs.push(job)
    results.push(result)
    stops.push(clock.every(milliseconds, due))
    void due()
  }

  return {
    add: (jobs) => jobs.forEach(repeat),
    metrics: () => jobMetrics(results),
    async stop() {
      stopped = true
      for (const stop of stops) stop()
      await Promise.all(jobs.map(({ last }) => last))
      await lease.giveUp()
    },
  }
}

function jobMetrics(results: JobResults[]): MetricFamily[] {
  const of = (pick: 'runs' | 'failures') => ({
    label: 'task',
    values: results.map((job) => [job.name, job[pick]] as const),
  })
  const successes = results.flatMap(({ name, lastSuccess }) =>
    lastSuccess === null ? [] : [[name, lastSuccess / 1000] as const],
  )
  return [
    family('counter', 'linnet_job_runs_total', 'Runs of scheduled jobs that began.', of('runs')),
    family('counter', 'linnet_job_failures_total', 'Runs of scheduled jobs that failed.', of('failures')),
    family(
      'gauge',
      'linnet_job_last_success_timestamp_seconds',
      'When a scheduled job last succeeded (Unix time).',
      { label: 'task', values: successes },
    ),
  ]
}
