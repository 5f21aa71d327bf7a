// Waits for a promise, with a time limit.

/** The result of `work` or, if it takes longer than this, what `late` returns or throws. The work itself continues. */
export async function waitAtMost<Result, Late = undefined>(
  milliseconds: number,
  work: Promise<Result>,
  late?: () => Late,
): Promise<Result | Late> {
  const { promise: overdue, resolve } = Promise.withResolvers<typeof isLate>()
  const timer = setTimeout(resolve, milliseconds, isLate)
  const first = await Promise.race([work, overdue]).finally(() => clearTimeout(timer))
  return first === isLate ? (late?.() as Late) : first
}

const isLate = Symbol('late')
