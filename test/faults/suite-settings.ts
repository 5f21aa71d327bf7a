// Settings of the fault suite: its short form in `npm run test:all`, its long form in `npm run test:faults`, and its seed.
import { testMilliseconds } from '../timeouts.ts'

export const isLong = process.env.FAULTS === 'long'

/** A number that is larger in the long form. */
export function times(short: number, long: number): number {
  return isLong ? long : short
}

/** How long a test of the suite may take, in milliseconds. */
export const suiteMilliseconds = times(testMilliseconds, 3_600_000)

export interface Random {
  /** A random integer from 0 up to `end`, exclusive. */
  below(end: number): number
  /** A random element. */
  pick<T>(of: readonly T[]): T
}

/** Random numbers that are reproducible with FAULTS_SEED; each `of` has its own sequence. */
export function randomOf(of: string): Random {
  let state = (seed ^ Bun.hash.xxHash32(of)) >>> 0
  // mulberry32: short, and good enough to choose moments with.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return { below, pick: (of) => of[below(of.length)] as (typeof of)[number] }
}

const seed = Number(process.env.FAULTS_SEED ?? crypto.getRandomValues(new Uint32Array(1))[0])

/** Prints the results of a test, with the seed that reproduces it. */
export function report(what: string, results: Record<string, number>): void {
  const numbers = Object.entries(results).map(([name, value]) => `${value} ${name}`)
  console.log(`${what}: ${numbers.join(', ')} (FAULTS_SEED=${seed})`)
}
