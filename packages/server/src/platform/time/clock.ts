// The time and timers: the only part of the system that tests replace.
import { existsSync, readFileSync } from 'node:fs'

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Milliseconds since a fixed moment: unlike the time, they never go back. */
  elapsed(): number
  /** Identifies what `elapsed` counts from: processes of the same era can compare its values. */
  readonly era: string
  /** In tests, this clock's difference from the machine's in milliseconds, for other threads to read; otherwise null. */
  readonly offset: Float64Array<SharedArrayBuffer> | null
  /** Calls `work` every `milliseconds`, without keeping the process alive, until the returned function is called. */
  every(milliseconds: number, work: () => Promise<void>): () => void
}

// Bun counts from the start of the process (performance.now, process.hrtime), Linux also from the start of the
// machine, in hundredths of a second (proc_uptime(5)). Elsewhere each process has an era of its own.
const uptimeFile = '/proc/uptime'
const bootFile = '/proc/sys/kernel/random/boot_id'
const knowsBoot = existsSync(uptimeFile) && existsSync(bootFile)
const rereadMilliseconds = 1000

let readAt = Number.NEGATIVE_INFINITY
let bootToStart = 0

/** Milliseconds since the machine started: never too high, and too low only by the time that reading takes. */
function elapsed(): number {
  // Reading several times is more precise, and includes the time for which the machine has slept.
  if (knowsBoot && performance.now() - readAt > rereadMilliseconds) {
    for (let reading = 0; reading < 3; reading++) {
      const uptime = Number.parseFloat(readFileSync(uptimeFile, 'latin1')) * 1000
      readAt = performance.now()
      bootToStart = Math.max(bootToStart, uptime - readAt)
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
