// When to reload a list of deliveries.
import type { Delivery } from '@linnet/contract'

const soonSeconds = 20
const soonMilliseconds = 1000
const laterMilliseconds = 15_000

/**
 * The milliseconds until the list is reloaded: a second per page if an attempt is due soon, never (`false`) if nothing is pending. Each page
 * is a request, so a list of many pages is reloaded less often, because of the rate limit.
 */
export function pauseFor(
  pages: readonly Pick<Delivery, 'status' | 'next_attempt_at'>[][],
  now: number,
): number | false {
  const waiting = pages.flat().filter(({ status }) => status === 'waiting')
  if (waiting.length === 0) return false
  return waiting.some(({ next_attempt_at }) => (next_attempt_at ?? now) - now < soonSeconds)
    ? soonMilliseconds * pages.length
    : laterMilliseconds
}
