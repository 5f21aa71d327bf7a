// Work that is done again and again: each job alone, its failures logged, waited for when the process stops.
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

export interface Schedule {
  /** Runs `work` now and then every `milliseconds`; a run that takes longer is not overlapped by the next. */
  every(name: string, milliseconds: number, work: () => Promise<void> | void): void
  /** Ends all jobs and waits for those that are running. */
  stop(): Promise<void>
}

export function createSchedule(clock: Clock, log: Log): Schedule {
  const stops: (() => void)[] = []
  const running = new Map<string, Promise<void>>()
  const run = (name: string, work: () => Promise<void> | void): Promise<void> => {
    const current = running.get(name)
    if (current) return current
    const run = Promise.resolve()
      .then(work)
      .catch((error: unknown) => log.error('scheduled work failed', error, { job: name }))
      .finally(() => running.delete(name))
    running.set(name, run)
    return run
  }
  return {
    every(name, milliseconds, work) {
      stops.push(clock.every(milliseconds, () => run(name, work)))
      void run(name, work)
    },
    async stop() {
      for (const stop of stops) stop()
      await Promise.all(running.values())
    },
  }
}
