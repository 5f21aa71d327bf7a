// Two nodes, one of which (with two workers) is killed, frozen, or has a clock that is an hour off, under load: the other
// one continues, and nothing that either acknowledged is lost or counted twice.
import { afterAll, beforeAll, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { endAll } from '../../machine/program.ts'
import { suiteMilliseconds, times } from '../suite-settings.ts'
import { Cluster, type Fault } from './cluster.ts'
import { reportAll, runFault } from './fault-results.ts'
import { type MovableClock, movableClock } from './movable-clock.ts'
import type { Node } from './node.ts'

let clock: MovableClock
let cluster: Cluster
beforeAll(async () => {
  clock = await movableClock()
  const settingsOf = (name: string) => (name === 'other' ? { ...clock.settings, WORKERS: '2' } : {})
  cluster = await Cluster.open('the nodes of a cluster', { settingsOf })
}, suiteMilliseconds)
afterAll(async () => {
  await reportAll(cluster, 'the nodes of a cluster').finally(() => cluster.close())
  rmSync(clock.folder, { recursive: true })
  await endAll()
}, suiteMilliseconds)

const steady = () => [cluster.nodes[0] as Node]
const hurt = () => cluster.nodes[1] as Node

const faults: { [name: string]: () => Fault } = {
  'a node killed (kill -9)': () => ({
    hurt: () => hurt().kill(),
    milliseconds: times(500, 10_000),
    mend: () => hurt().startAgain(),
    unhurt: steady(),
  }),
  'a worker killed (kill -9)': () => ({
    hurt: () => hurt().killWorker(),
    milliseconds: times(500, 5000),
    mend() {},
    unhurt: steady(),
  }),
  'a node killed for good while the database hung, and its clicks adopted': () => ({
    async hurt() {
      cluster.postgres.freeze()
      await Bun.sleep(300)
      await hurt().die()
    },
    milliseconds: 300,
    async mend() {
      cluster.postgres.thaw()
      await cluster.adopt(await hurt().replace())
    },
    unhurt: steady(),
  }),
  'a node frozen (SIGSTOP)': () => ({
    hurt: () => hurt().freeze(),
    milliseconds: times(3000, 30_000),
    mend: () => hurt().thaw(),
    unhurt: steady(),
  }),
  'the clock of a node an hour off': () => ({
    hurt: () => clock.move(),
    milliseconds: times(1500, 30_000),
    mend: () => clock.moveBack(),
  }),
}

test.each(Object.entries(faults))(
  '%s',
  (name, fault) => runFault(cluster, name, fault, name.includes('kill') ? times(1, 4) : 1),
  suiteMilliseconds,
)
