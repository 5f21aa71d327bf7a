// The requests that a rate limit has admitted, and the maximum of them in any time span.

/** A request that was admitted between these two moments, in milliseconds. */
export interface Admission {
  sent: number
  answered: number
}

/** How many requests a credential of the strictest plan may send in any `span`. */
export const limit = 38
export const span = 60_000

/** The most admissions that are certainly within one span. */
export function mostInASpan(admissions: Admission[]): number {
  const within = ({ sent: start }: Admission) =>
    admissions.filter(({ sent, answered }) => sent >= start && answered < start + span).length
  return Math.max(0, ...admissions.map(within))
}
