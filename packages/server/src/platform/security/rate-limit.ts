// Request limits: a sliding window that never admits more than its limit in any span of 60 seconds.

const span = 60_000
// Two moments of the same span may lie 60,000 whole milliseconds apart when both are rounded down.
export const expiryMilliseconds = span + 1
// A window keeps one entry per distinct moment. For large limits, moments are rounded to steps, so that it stays small.
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

/** How many milliseconds share a moment in a window of this limit. */
export function stepOf(limit: number): number {
  return limit > exactUpTo ? coarseStep : 1
}

/** Whole seconds until the next unit is free. A single millisecond past a minute is a rounding error. */
export function secondsLeft({ reset }: Verdict): number {
  return Math.ceil((reset === expiryMilliseconds ? span : reset) / 1000)
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
    this.rebase(now)
    this.forget(now)
    const admitted = this.total < limit
    if (admitted) this.book(now, limit)
    return {
      admitted,
      limit,
      remaining: Math.max(0, limit - this.total),
      reset: Math.max(1, this.nextFree(limit, now) + expiryMilliseconds - now),
      at: now,
    }
  }

  /** Takes back what `take` booked; false if it is no longer in the window. */
  giveBack({ at, limit }: Verdict): boolean {
    const step = stepOf(limit)
    const index = this.times.findLastIndex((time) => Math.floor(time / step) === Math.floor(at / step))
    const count = this.counts[index]
    if (index < this.head || !count) return false
    this.counts[index] = count - 1
    this.total--
    return true
  }

  /** When the last unit was booked. */
  get lastUse(): number {
    return this.times.at(-1) ?? 0
  }

  /** Adds admissions from elsewhere, at a moment no earlier than the existing ones. */
  add(moment: number, count: number): void {
    this.times.push(moment)
    this.counts.push(count)
    this.total += count
  }

  toJSON(): [number[], number[]] {
    return [this.times.slice(this.head), this.counts.slice(this.head)]
  }

  /**
   * If the clock was set back, the window is moved to end now, and its moments keep their distances. So it neither frees
   * units nor blocks them for longer than a minute; the real moments are older, so this errs on the safe side.
   */
  private rebase(now: number): void {
    const ahead = this.lastUse - now
    if (ahead > 0) this.times = this.times.map((time) => time - ahead)
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

  /** The moment whose expiry frees a unit: a later one if the limit was lowered. */
  private nextFree(limit: number, moment: number): number {
    let leaving = Math.max(1, this.total - limit + 1)
    for (let index = this.head; index < this.times.length; index++) {
      leaving -= this.counts[index] ?? 0
      if (leaving <= 0) return this.times[index] ?? moment
    }
    return moment
  }

  private forget(moment: number): void {
    while (this.head < this.times.length && moment - (this.times[this.head] ?? 0) >= expiryMilliseconds) {
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

const anonymousPrefix = '?'

/**
 * The key of a window for unidentified callers, such as an address or an unchecked token. They can invent any number of
 * these, so memory holds only some. All other keys belong to something in the database, such as a credential.
 */
export function anonymousKey(name: string): string {
  return anonymousPrefix + name
}

export function isAnonymousKey(key: string): boolean {
  return key.startsWith(anonymousPrefix)
}

/** Keeps windows, in this process or in the database that several nodes share. */
export interface RateLimiter {
  take(key: string, limit: number): Verdict | Promise<Verdict>
  giveBack(key: string, verdict: Verdict): void | Promise<void>
  /** Drops expired windows. */
  prune(): void | Promise<void>
}
