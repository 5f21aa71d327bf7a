// How many clicks arrived in the last minutes.

export interface Arrivals {
  /** In milliseconds since 1970. */
  at: number
  clicks: number
}

export const countedMilliseconds = 5 * 60_000

/** With clicks that have just arrived, and without those that are too old to count. */
export function withArrivals(arrivals: readonly Arrivals[], arrived: Arrivals): Arrivals[] {
  return [...arrivals.filter(({ at }) => at > arrived.at - countedMilliseconds), arrived]
}

/** How many clicks still count. */
export function recentClicks(arrivals: readonly Arrivals[], now: number): number {
  return arrivals
    .filter(({ at }) => at > now - countedMilliseconds)
    .reduce((sum, { clicks }) => sum + clicks, 0)
}
