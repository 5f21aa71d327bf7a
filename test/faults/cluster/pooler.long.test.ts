// Two nodes behind PgBouncer in transaction mode, one of which receives changes on a direct connection while the other one
// polls: the pooler is killed, and the database behind it is restarted.
import { afterAll, beforeAll, test } from 'bun:test'
import { endAll } from '../../machine/program.ts'
import { suiteMilliseconds, times } from '../suite-settings.ts'
import { Cluster, type Fault } from './cluster.ts'
import { reportAll, runFault } from './fault-results.ts'
import { FaultyPostgres } from './faulty-postgres.ts'
import { Pooler } from './pooler.ts'

let cluster: Cluster
let pooler: Pooler
beforeAll(async () => {
  const postgres = await FaultyPostgres.start()
  pooler = await Pooler.start(postgres)
  const settingsOf = (name: string) => ({
    DATABASE_URL: pooler.url,
    DATABASE_LISTEN_URL: name === 'polling' ? 'poll' : postgres.url(),
  })
  cluster = await Cluster.open('a pooler', { names: ['listening', 'polling'], postgres, settingsOf })
}, suiteMilliseconds)
afterAll(async () => {
  await reportAll(cluster, 'a pooler').finally(() => cluster.close())
  await endAll()
  await pooler.remove()
}, suiteMilliseconds)

const faults: { [name: string]: () => Fault } = {
  'a pooler, nothing broken': () => ({ hurt() {}, milliseconds: times(200, 20_000), mend() {} }),
  'a pooler killed and started again': () => ({
    hurt: () => pooler.kill(),
    milliseconds: times(500, 5000),
    mend: () => pooler.startAgain(),
  }),
  'PostgreSQL restarted behind a pooler': () => ({
    hurt: () => cluster.postgres.stop(),
    milliseconds: times(200, 5000),
    mend: () => cluster.postgres.startAgain(),
  }),
}

test.each(Object.entries(faults))(
  '%s',
  (name, fault) => runFault(cluster, name, fault, name.includes('kill') ? times(1, 4) : 1),
  suiteMilliseconds,
)
