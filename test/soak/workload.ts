// The workload of the soak test: a mixed load on one process with SQLite, or on two nodes with a PostgreSQL of their own.

import { roomyPlans } from '../accounts/roomy-plans.ts'
import { Balancer } from '../faults/cluster/balancer.ts'
import { ChangeWatcher } from '../faults/cluster/changes.ts'
import { Owner } from '../faults/cluster/credentials.ts'
import { FaultyPostgres } from '../faults/cluster/faulty-postgres.ts'
import { Node } from '../faults/cluster/node.ts'
import { Revocations } from '../faults/cluster/revocations.ts'
import { SteadyVisitors } from '../faults/cluster/steady-visitors.ts'
import { bulkCreator, hastyCreator, persistentCreator } from '../faults/creators.ts'
import { editor, oneClickRaces, renamer, UserRecord } from '../faults/people.ts'
import { randomOf } from '../faults/suite-settings.ts'
import { letLoose, newLink, paced } from '../faults/traffic.ts'
import { freePort } from '../machine/free-port.ts'
import { linnetJson, newKey } from '../machine/program.ts'
import { startWebhookReceiver } from '../webhooks/webhook-receiver.ts'

const email = 'ana@example.com'
const pauseMilliseconds = 250

export interface SoakWorkload {
  nodes: { name: string; pid: number; metricsPort: number }[]
  /** The work done so far. */
  numbers(): { [name: string]: number }
  /** Stops the load and the nodes; throws any error that a user met. */
  close(): Promise<void>
}

export type Engine = 'sqlite' | 'postgres'

/** Starts the nodes and the load. */
export async function startWorkload(engine: Engine): Promise<SoakWorkload> {
  const postgres = engine === 'postgres' ? await FaultyPostgres.start() : null
  const common = {
    ...(postgres ? { DATABASE_URL: postgres.url() } : {}),
    PLANS_FILE: roomyPlans(),
    TRUST_PROXY: '127.0.0.0/8,::1',
    ALLOW_PRIVATE_TARGETS: 'true',
    SECRET_KEY: 'one key for all nodes of this soak',
  }
  const nodes: Node[] = []
  const metricsPorts: number[] = []
  for (const name of postgres ? ['one', 'other'] : ['alone']) {
    const metricsPort = await freePort()
    nodes.push(await Node.start(name, { ...common, METRICS_PORT: String(metricsPort) }))
    metricsPorts.push(metricsPort)
  }
  const [first] = nodes as [Node]
  const settings = { ...common, DATA_DIR: first.folder }
  const key = await newKey(settings, email)
  const receiver = await startWebhookReceiver()
  await linnetJson(
    ['webhook', 'create', '--email', email, '--url', receiver.url, '--events', 'all'],
    settings,
  )
  const [random, record] = [randomOf(`soak on ${engine}`), new UserRecord()]
  const service = new Balancer(key, nodes, random)
  const context = { service, record, random }
  const link = (short: string) => newLink(context, short)
  const popular = await Promise.all(['first', 'second', 'third', 'fourth'].map(link))
  const people = [
    persistentCreator(context, 'persistent'),
    hastyCreator(context, 'hasty'),
    bulkCreator(context, 'bulk'),
    editor(context, await link('edited')),
    renamer(context, await link('renamed')),
    oneClickRaces(context, 'race'),
    new ChangeWatcher(key, nodes, record, random, await link('changed')),
    { act: async () => void (await service.call('GET /stats?additional=true')) },
    { act: async () => void (await service.call('GET /links?search=hasty')) },
  ]
  const crowd = letLoose(
    people.map((person) => paced(person, pauseMilliseconds)),
    pauseMilliseconds,
  )
  crowd.over.catch(() => undefined)
  const endVisits = await new SteadyVisitors(nodes, popular, record, random).begin()
  const revocations = new Revocations(await Owner.of(email, settings, first), nodes, random)
  const endRevocations = revocations.begin(0)
  const visits = () => [...record.clicks.values()].reduce((sum, { answered }) => sum + answered, 0)

  return {
    nodes: nodes.map(({ name, pid }, index) => ({ name, pid, metricsPort: metricsPorts[index] as number })),
    numbers: () => ({
      visits: visits(),
      changes: record.changes,
      deliveries: receiver.arrivals.length,
      'credentials revoked': revocations.revocations,
    }),
    async close() {
      crowd.leave()
      const { failed } = await endVisits()
      await Promise.all([endRevocations(), crowd.over])
      const errors = (await Promise.all(nodes.map((node) => node.stop()))).flat()
      await receiver.stop()
      await postgres?.remove()
      for (const node of nodes) node.remove()
      if (failed.length + errors.length > 0) throw new Error([...failed, ...errors].join('\n'))
    },
  }
}
