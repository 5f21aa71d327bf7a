// Two nodes, one of which is cut off from the database: every packet is lost without notice. The other one continues, and
// nothing that either acknowledged is lost or counted twice.
import { afterAll, beforeAll, describe, test } from 'bun:test'
import { endAll } from '../../machine/program.ts'
import { suiteMilliseconds, times } from '../suite-settings.ts'
import { Cluster } from './cluster.ts'
import { reportAll, runFault } from './fault-results.ts'
import { FaultyPostgres } from './faulty-postgres.ts'
import { hasOwnNetwork, Network, runInOwnNetwork } from './network.ts'

if (!hasOwnNetwork)
  test('a node and its database in two networks', () => runInOwnNetwork(import.meta.path), suiteMilliseconds)
else
  describe('in a network namespace of its own', () => {
    let cluster: Cluster
    let network: Network
    beforeAll(async () => {
      const names = ['one', 'other']
      network = await Network.make(names)
      const postgres = await FaultyPostgres.start(network.elsewhere)
      const settingsOf = (name: string) => ({ DATABASE_URL: network.urlOf(name) })
      cluster = await Cluster.open('a partition', { names, postgres, settingsOf })
    }, suiteMilliseconds)
    afterAll(async () => {
      await reportAll(cluster, 'a partition').finally(() => cluster?.close())
      await endAll()
      network.remove()
    }, suiteMilliseconds)

    test(
      'a node and its database in two networks',
      () =>
        runFault(cluster, 'a node and its database in two networks', () => ({
          hurt: () => network.cut('other'),
          milliseconds: times(4000, 60_000),
          mend: () => network.heal('other'),
        })),
      suiteMilliseconds,
    )
  })
