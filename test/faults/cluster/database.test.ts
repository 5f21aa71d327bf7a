// Two nodes whose PostgreSQL is killed, stopped, refuses, hangs and is restarted: links go on, and nothing is lost.
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { endAll } from '../../program.ts'
import { patience, tell, times } from '../form.ts'
import { percentile } from './changes.ts'
import { Cluster, type Fault } from './cluster.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await Cluster.open('the database of a cluster')
}, patience)
afterAll(() => cluster.close(), patience)

const faults: { [name: string]: () => Fault } = {
  'killed, which ends every connection': () => ({
    hurt: () => cluster.postgres.kill(),
    milliseconds: times(500, 5000),
    mend: () => cluster.postgres.startAgain(),
  }),
}

test.each(Object.entries(faults))(
  '%s',
  async (name, fault) => {
    const rounds = times(1, 3)
    for (let round = 0; round < rounds; round++) {
      const experience = await cluster.through(fault())
      console.log(experience)
      const findings = await cluster.audit()
      console.log(
        findings,
        cluster.revocations.revocations,
        cluster.revocations.longestHonouredMilliseconds,
        percentile(cluster.changes[0].delays, 0.5),
        percentile(cluster.changes[0].delays, 1),
      )
    }
  },
  patience,
)
