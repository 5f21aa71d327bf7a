// What time it is, and waking up at intervals: the only part of the machine that tests replace.

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Milliseconds that have passed since some moment: unlike the time, they never go back. */
  elapsed(): number
  /** How far this clock is from the machine's, in milliseconds: 0 but in tests. */
  offset(): number
  /** Calls `work` every `milliseconds`, without keeping the process alive, until the returned function is called. */
  every(milliseconds: number, work: () => Promise<void>): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => Math.floor(performance.now()),
  offset: () => 0,
  every(milliseconds, work) {
    const timer = setInterval(work, milliseconds)
    timer.unref()
    return () => clearInterval(timer)
  },
}

/** Unix seconds of a moment in milliseconds. */
export function unixSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}

/** The calendar day in UTC, `YYYY-MM-DD`, of a moment in milliseconds. */
export function utcDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

/** The calendar day `days` after (or before) another. */
export function addDays(day: string, days: number): string {
  return utcDay(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000)
}
