// Work that is done again and again: each job alone, its failures logged, waited for when the process stops.
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

export interface Schedule {
  /**
   * Runs `work` now and then every `milliseconds`. What is due while the run before it still goes on follows it, once:
   * that run may have looked at the clock before.
   */
  every(name: string, milliseconds: number, work: () => Promise<void> | void): void
  /** Ends all jobs and waits for those that are running. */
  stop(): Promise<void>
}

export function createSchedule(clock: Clock, log: Log): Schedule {
  const stops: (() => void)[] = []
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()
  const start = (name: string, work: () => Promise<void> | void): Promise<void> => {
    const run = Promise.resolve()
      .then(work)
      .catch((error: unknown) => log.error('scheduled work failed', error, { job: name }))
      .finally(() => running.delete(name))
    running.set(name, run)
    return run
  }
  const run = (name: string, work: () => Promise<void> | void): Promise<void> => {
    const current = running.get(name)
    if (!current) return start(name, work)
    const following =
      next.get(name) ??
      current.then(() => {
        next.delete(name)
        return start(name, work)
      })
    next.set(name, following)
    return following
  }
  return {
    every(name, milliseconds, work) {
      stops.push(clock.every(milliseconds, () => run(name, work)))
      void run(name, work)
    },
    async stop() {
      for (const stop of stops) stop()
      await Promise.all([...running.values(), ...next.values()])
    },
  }
}
