// What time it is, and waking up at intervals: the only part of the machine that tests replace.
import { existsSync, readFileSync } from 'node:fs'

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Milliseconds that have passed since some moment: unlike the time, they never go back. */
  elapsed(): number
  /** Names what `elapsed` counts from: processes that have the same era can compare its moments. */
  readonly era: string
  /** How far this clock is from the machine's, in milliseconds, where other threads can read it; null but in tests. */
  readonly offset: Float64Array<SharedArrayBuffer> | null
  /** Calls `work` every `milliseconds`, without keeping the process alive, until the returned function is called. */
  every(milliseconds: number, work: () => Promise<void>): () => void
}

// Bun counts from the start of the process (performance.now, process.hrtime), Linux also from the start of the
// machine, in hundredths of a second (proc_uptime(5)). Elsewhere each process has an era of its own.
const uptimeFile = '/proc/uptime'
const bootFile = '/proc/sys/kernel/random/boot_id'
const knowsBoot = existsSync(uptimeFile) && existsSync(bootFile)
const lookMilliseconds = 1000

let looked = Number.NEGATIVE_INFINITY
let bootToStart = 0

/** Milliseconds since the machine started: never more, and less by no more than looking takes. */
function elapsed(): number {
  // Looking again makes it more precise, and catches up on what the machine has slept.
  if (knowsBoot && performance.now() - looked > lookMilliseconds) {
    for (let look = 0; look < 3; look++) {
      const uptime = Number.parseFloat(readFileSync(uptimeFile, 'latin1')) * 1000
      looked = performance.now()
      bootToStart = Math.max(bootToStart, uptime - looked)
    }
  }
  return Math.floor(bootToStart + performance.now())
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed,
  era: knowsBoot ? readFileSync(bootFile, 'latin1').trim() : crypto.randomUUID(),
  offset: null,
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
