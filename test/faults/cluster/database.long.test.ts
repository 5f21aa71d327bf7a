// Two nodes whose PostgreSQL is killed, stopped, frozen or restarted, or refuses connections, under load: cached links are still
// redirected, and nothing acknowledged is lost or counted twice.
import { afterAll, beforeAll, test } from 'bun:test'
import { endAll } from '../../machine/program.ts'
import { suiteMilliseconds, times } from '../suite-settings.ts'
import { Cluster, type Fault } from './cluster.ts'
import { reportAll, runFault } from './fault-results.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await Cluster.open('the database of a cluster')
}, suiteMilliseconds)
afterAll(async () => {
  await reportAll(cluster, 'the database of a cluster').finally(() => cluster.close())
  await endAll()
}, suiteMilliseconds)

const faults: { [name: string]: () => Fault } = {
  'nothing broken': () => ({ hurt() {}, milliseconds: times(200, 20_000), mend() {} }),
  'PostgreSQL killed (kill -9)': () => ({
    hurt: () => cluster.postgres.kill(),
    milliseconds: times(500, 5000),
    mend: () => cluster.postgres.startAgain(),
  }),
  'PostgreSQL stopped': () => ({
    hurt: () => cluster.postgres.stop(),
    milliseconds: times(2000, 60_000),
    mend: () => cluster.postgres.startAgain(),
  }),
  'PostgreSQL refusing connections': () => ({
    hurt: () => cluster.postgres.refuse(),
    milliseconds: times(1000, 20_000),
    mend: () => cluster.postgres.admit(),
  }),
  'PostgreSQL hanging (SIGSTOP)': () => ({
    hurt: () => cluster.postgres.freeze(),
    milliseconds: times(2000, 30_000),
    mend: () => cluster.postgres.thaw(),
  }),
  'PostgreSQL restarted': () => ({
    hurt: () => cluster.postgres.stop(),
    milliseconds: 0,
    mend: () => cluster.postgres.startAgain(),
  }),
}

test.each(Object.entries(faults))(
  '%s',
  (name, fault) => runFault(cluster, name, fault, name.includes('kill') ? times(1, 4) : 1),
  suiteMilliseconds,
)
