// The retry schedule of webhooks: when a failed delivery is retried, and after how many attempts it is abandoned.

// Seconds from one attempt to the next: eight retries in 45 hours.
const pauses = [5, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600, 24 * 3600]
// So that deliveries that failed together are not retried together.
const jitter = 0.1

/** When to retry (Unix seconds) after this many attempts, the last of which ended `now` (milliseconds). Null: never. */
export function nextAttempt(tries: number, now: number): number | null {
  const pause = pauses[tries - 1]
  if (pause === undefined) return null
  return Math.ceil(now / 1000 + pause * (1 - jitter + 2 * jitter * Math.random()))
}
