// Runs faults and prints how often each happened and its effects: the rows of docs/reliability.md.
import { isLong, report } from '../suite-settings.ts'
import { percentile } from './changes.ts'
import type { Cluster, Fault } from './cluster.ts'

/** Injects a fault this many times, audits after each, and reports the results. */
export async function runFault(
  cluster: Cluster,
  name: string,
  fault: () => Fault,
  rounds = 1,
): Promise<void> {
  let [redirected, slowest, back] = [0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const result = await cluster.through(fault())
    redirected += result.redirected
    slowest = Math.max(slowest, result.slowestMilliseconds)
    back = Math.max(back, result.backMilliseconds)
    await cluster.audit()
  }
  const delays = cluster.takeDelays()
  if (isLong)
    report(name, {
      faults: rounds,
      'cached visits': redirected,
      'ms for the slowest': slowest,
      'ms until all answered again': back,
      'changes watched': delays.length,
      'ms until other nodes knew a change, median': percentile(delays, 0.5),
      'ms, p99': percentile(delays, 0.99),
      'ms, maximum': percentile(delays, 1),
    })
}

/** Reports the totals of all faults of a cluster. */
export async function reportAll(cluster: Cluster, name: string): Promise<void> {
  const { revocations, limited } = cluster
  report(name, {
    ...(await cluster.audit()),
    revocations: revocations.revocations,
    'most ms that a revoked credential was still accepted': revocations.longestHonouredMilliseconds,
    'requests admitted from the client limited to 38 a minute': limited.admitted,
  })
}
