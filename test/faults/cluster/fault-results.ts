// What a fault was, how often it happened, and what it cost: the rows of docs/reliability.md.
import { isLong, report } from '../suite-settings.ts'
import { percentile } from './changes.ts'
import type { Cluster, Fault } from './cluster.ts'

/** Breaks something so many times, compares after each time, and tells how it went. */
export async function runFault(
  cluster: Cluster,
  name: string,
  fault: () => Fault,
  rounds = 1,
): Promise<void> {
  let [redirected, slowest, back] = [0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const experience = await cluster.through(fault())
    redirected += experience.redirected
    slowest = Math.max(slowest, experience.slowestMilliseconds)
    back = Math.max(back, experience.backMilliseconds)
    await cluster.audit()
  }
  const delays = cluster.takeDelays()
  if (isLong)
    report(name, {
      faults: rounds,
      'visits held': redirected,
      'ms the slowest': slowest,
      'ms until all answered again': back,
      'changes watched': delays.length,
      'ms until half of them were known elsewhere': percentile(delays, 0.5),
      'ms for 99 %': percentile(delays, 0.99),
      'ms at most': percentile(delays, 1),
    })
}

/** What came of everything that a cluster went through. */
export async function reportAll(cluster: Cluster, name: string): Promise<void> {
  const { revocations, limited } = cluster
  report(name, {
    ...(await cluster.audit()),
    revocations: revocations.revocations,
    'ms honoured after it at most': revocations.longestHonouredMilliseconds,
    'requests admitted to who may send 38': limited.admitted,
  })
}
