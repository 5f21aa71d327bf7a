// Request limits: a sliding window that never admits more than its limit in any span of 60 seconds.

const span = 60_000
// Two moments of the same span may lie 60,000 whole milliseconds apart when both are rounded down.
const gone = span + 1
// A window keeps one entry per distinct moment; for large limits the moments of a step share the last of them, so
// that it stays small.
const exactUpTo = 600
const coarseStep = 100

export interface Verdict {
  admitted: boolean
  limit: number
  remaining: number
  /** Milliseconds until the next unit is free. */
  reset: number
  /** The moment under which the unit was booked, to give it back. */
  at: number
}

function stepOf(limit: number): number {
  return limit > exactUpTo ? coarseStep : 1
}

/** Whole seconds until the next unit is free. A single millisecond past a minute is rounding, not waiting. */
export function secondsLeft({ reset }: Verdict): number {
  return Math.ceil((reset === gone ? span : reset) / 1000)
}

/** The admissions of the last 60 seconds, as ascending moments with the number admitted at each. */
export class SlidingWindow {
  private head = 0
  private total = 0

  constructor(
    private times: number[] = [],
    private counts: number[] = [],
  ) {
    for (const count of counts) this.total += count
  }

  /** Books one unit at `now` (milliseconds) unless `limit` units were booked in the 60 seconds before. */
  take(now: number, limit: number): Verdict {
    // A clock that was set back must not make room: time in a window only moves forward.
    const moment = Math.max(now, this.lastUse)
    this.forget(moment)
    const admitted = this.total < limit
    if (admitted) this.book(moment, limit)
    return {
      admitted,
      limit,
      remaining: Math.max(0, limit - this.total),
      reset: Math.max(1, this.nextFree(limit, moment) + gone - now),
      at: moment,
    }
  }

  /** Takes back what `take` booked. */
  giveBack({ at, limit }: Verdict): void {
    const step = stepOf(limit)
    const index = this.times.findLastIndex((time) => Math.floor(time / step) === Math.floor(at / step))
    const count = this.counts[index]
    if (index < this.head || !count) return
    this.counts[index] = count - 1
    this.total--
  }

  /** When the last unit was booked. */
  get lastUse(): number {
    return this.times.at(-1) ?? 0
  }

  toJSON(): [number[], number[]] {
    return [this.times.slice(this.head), this.counts.slice(this.head)]
  }

  private book(moment: number, limit: number): void {
    const step = stepOf(limit)
    const last = this.times.length - 1
    this.total++
    if (last >= this.head && Math.floor(this.lastUse / step) === Math.floor(moment / step)) {
      this.times[last] = moment
      this.counts[last] = (this.counts[last] ?? 0) + 1
    } else {
      this.times.push(moment)
      this.counts.push(1)
    }
  }

  /** The moment that has to leave the window for a unit to be free: a later one where the limit was lowered. */
  private nextFree(limit: number, moment: number): number {
    let leaving = Math.max(1, this.total - limit + 1)
    for (let index = this.head; index < this.times.length; index++) {
      leaving -= this.counts[index] ?? 0
      if (leaving <= 0) return this.times[index] ?? moment
    }
    return moment
  }

  private forget(moment: number): void {
    while (this.head < this.times.length && moment - (this.times[this.head] ?? 0) >= gone) {
      this.total -= this.counts[this.head] ?? 0
      this.head++
    }
    if (this.head > 256 && this.head * 2 > this.times.length) {
      this.times.splice(0, this.head)
      this.counts.splice(0, this.head)
      this.head = 0
    }
  }
}

/** Where the windows are: in this process, or in the database that several nodes share. */
export interface RateLimiter {
  take(key: string, limit: number): Verdict | Promise<Verdict>
  giveBack(key: string, verdict: Verdict): void | Promise<void>
  /** Forgets the windows in which nothing counts any more. */
  prune(): void | Promise<void>
}

/** Windows in memory, for the one server process of an SQLite instance; `now` counts milliseconds and never goes back. */
export function createMemoryRateLimiter(now: () => number): RateLimiter {
  const windows = new Map<string, SlidingWindow>()
  return {
    take(key, limit) {
      let window = windows.get(key)
      if (!window) {
        window = new SlidingWindow()
        windows.set(key, window)
      }
      return window.take(now(), limit)
    },
    giveBack: (key, verdict) => windows.get(key)?.giveBack(verdict),
    prune() {
      const horizon = now() - gone
      for (const [key, window] of windows) if (window.lastUse < horizon) windows.delete(key)
    },
  }
}
