// When a delivery that failed is tried again, and when it is given up.

// Seconds from one attempt to the next: 45 hours in all.
const pauses = [5, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600, 24 * 3600]
// So that what failed together does not come back together.
const jitter = 0.1

/** When to try again (Unix seconds) after so many attempts, the last of which ended `now` (milliseconds); or null. */
export function nextAttempt(tries: number, now: number): number | null {
  const pause = pauses[tries - 1]
  if (pause === undefined) return null
  return Math.ceil(now / 1000 + pause * (1 - jitter + 2 * jitter * Math.random()))
}
