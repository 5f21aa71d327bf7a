// The two forms of the fault suite: the short one of `npm run test:all`, and the long one of `npm run test:faults`.
import { testMilliseconds } from '../timeouts.ts'

export const isLong = process.env.FAULTS === 'long'

/** A number that is larger in the long form. */
export function times(short: number, long: number): number {
  return isLong ? long : short
}

/** How long a test of the suite may take, in milliseconds. */
export const suiteMilliseconds = times(testMilliseconds, 3_600_000)

export interface Random {
  /** A whole number from 0 to one below `end`. */
  below(end: number): number
  /** One of these. */
  pick<T>(of: readonly T[]): T
}

/** Random numbers that come again with the same FAULTS_SEED; `of` keeps the tests' sequences apart. */
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

/** Says what a test has found, with what is needed to run it again. */
export function report(what: string, figures: Record<string, number>): void {
  const numbers = Object.entries(figures).map(([name, value]) => `${value} ${name}`)
  console.log(`${what}: ${numbers.join(', ')} (FAULTS_SEED=${seed})`)
}
