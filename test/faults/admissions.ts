// The requests that a limit has admitted, and the most of them in any span of it.

/** A request that was admitted at some moment between these two, in milliseconds. */
export interface Admission {
  sent: number
  answered: number
}

/** How many a credential of the strictest plan may send in any `span`. */
export const limit = 38
export const span = 60_000

/** The most admissions that lie within one span for certain. */
export function mostInASpan(admissions: Admission[]): number {
  const within = ({ sent: start }: Admission) =>
    admissions.filter(({ sent, answered }) => sent >= start && answered < start + span).length
  return Math.max(0, ...admissions.map(within))
}
