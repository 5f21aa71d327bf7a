// Several nodes on one PostgreSQL under load: injects faults, then compares the responses that users got with what is
// stored.
import { expect } from 'bun:test'
import { commandsOn } from '../../commands.ts'
import type { FreshDatabase } from '../../databases.ts'
import '../../cheap-hashes.ts'
import { roomyPlans } from '../../accounts/roomy-plans.ts'
import { password } from '../../accounts/sign-in.ts'
import { linnetJson, newKey, type Settings } from '../../machine/program.ts'
import { until } from '../../timeouts.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../webhooks/webhook-receiver.ts'
import { ask } from '../../webhooks/webhooks.ts'
import { limit } from '../admissions.ts'
import { audit, auditArrivals, type Findings } from '../audit.ts'
import { bulkCreator, dayChooser, hastyCreator, persistentCreator } from '../creators.ts'
import { editor, oneClickRaces, type Person, renamer, UserRecord } from '../people.ts'
import { Service } from '../service.ts'
import { type Random, randomOf } from '../suite-settings.ts'
import { letLoose, newLink, paced } from '../traffic.ts'
import { Balancer } from './balancer.ts'
import { ChangeWatcher } from './changes.ts'
import { Owner } from './credentials.ts'
import { FaultyPostgres } from './faulty-postgres.ts'
import { LimitedCaller } from './limited-caller.ts'
import { Node } from './node.ts'
import { Revocations } from './revocations.ts'
import { type RedirectCounts, SteadyVisitors } from './steady-visitors.ts'

const email = 'ana@example.com'
// The load is varied rather than heavy, so that only the fault makes it wait.
const pauseMilliseconds = 25

export interface Fault {
  hurt(): Promise<void> | void
  milliseconds: number
  mend(): Promise<void> | void
  /** The nodes whose visitors must all be redirected during the fault; all by default. */
  unhurt?: Node[]
}

/** The parts of a cluster; by default two nodes on the socket of a PostgreSQL of its own. */
export interface Plan {
  names?: string[]
  postgres?: FaultyPostgres
  /** Settings of one node, in addition to those of all. */
  settingsOf?(name: string): Settings
}

export interface FaultResult extends RedirectCounts {
  /** From the end of the fault until every node answered the API. */
  backMilliseconds: number
}

export class Cluster {
  readonly record = new UserRecord()
  private people: Person[] = []
  private popular: { id: string; short: string }[] = []
  private watcher: ChangeWatcher | null = null

  private constructor(
    readonly random: Random,
    readonly postgres: FaultyPostgres,
    readonly nodes: Node[],
    readonly receiver: WebhookReceiver,
    private readonly key: string,
    readonly revocations: Revocations,
    readonly limited: LimitedCaller,
  ) {}

  static async open(what: string, plan: Plan = {}): Promise<Cluster> {
    const random = randomOf(what)
    const postgres = plan.postgres ?? (await FaultyPostgres.start())
    const settings = {
      DATABASE_URL: postgres.url(),
      PLANS_FILE: roomyPlans({ strict: { requests_per_minute: limit } }),
      TRUST_PROXY: '127.0.0.0/8,::1',
      ALLOW_PRIVATE_TARGETS: 'true',
      SECRET_KEY: 'one key for all nodes of this test',
    }
    const key = await newKey(settings, email)
    const receiver = await startWebhookReceiver()
    const hook = ['webhook', 'create', '--email', email, '--url', receiver.url, '--events', 'all']
    await linnetJson(hook, settings)
    const nodes: Node[] = []
    for (const name of plan.names ?? ['one', 'other'])
      nodes.push(await Node.start(name, { ...settings, ...plan.settingsOf?.(name) }))
    const owner = await Owner.of(email, settings, nodes[0] as Node)
    const revocations = new Revocations(owner, nodes, random)
    const limited = new LimitedCaller(await strictKey(settings), nodes, random)
    const cluster = new Cluster(random, postgres, nodes, receiver, key, revocations, limited)
    await cluster.gather()
    return cluster
  }

  /** How soon the other nodes knew of each change since the last call, in milliseconds. */
  takeDelays(): number[] {
    return this.watcher?.delays.splice(0) ?? []
  }

  get service(): Balancer {
    return new Balancer(this.key, this.nodes, this.random)
  }

  /** Injects a fault under load, ends it, and checks that visitors were redirected. */
  async through({ hurt, milliseconds, mend, unhurt = this.nodes }: Fault): Promise<FaultResult> {
    const crowd = letLoose(
      this.people.map((person) => paced(person, pauseMilliseconds)),
      pauseMilliseconds,
    )
    crowd.over.catch(() => undefined)
    const leave = await new SteadyVisitors(this.nodes, this.popular, this.record, this.random).begin(unhurt)
    const endRevocations = this.revocations.begin(3)
    const endCalls = this.limited.begin()
    await Bun.sleep(100 + this.random.below(300))
    await hurt()
    await Bun.sleep(milliseconds)
    await mend()
    const mended = performance.now()
    await this.untilAllAnswer()
    const backMilliseconds = Math.round(performance.now() - mended)
    await Promise.all([endRevocations(), endCalls()])
    const held = await leave()
    crowd.leave()
    await crowd.over
    expect(held.failed).toEqual([])
    return { ...held, backMilliseconds }
  }

  /** Compares what all users know with what the service and its database contain, once every node has counted its clicks. */
  async audit(): Promise<Findings & { events: number; deliveries: number }> {
    for (const node of this.running) await this.at(node).call('GET /stats')
    await this.untilCounted()
    const { service, record, receiver } = this
    const findings = await audit(service, record, this.database)
    return { ...findings, ...(await auditArrivals(service, record, receiver, this.database)) }
  }

  /** Stops everything; no running node may have logged an error. */
  async close(): Promise<void> {
    const errors = await Promise.all(this.running.map((node) => node.stop()))
    await this.receiver.stop()
    await this.postgres.remove()
    for (const node of this.nodes) node.remove()
    expect(errors.flat()).toEqual([])
  }

  private get running(): Node[] {
    return this.nodes.filter(({ isRunning }) => isRunning)
  }

  private get database(): FreshDatabase {
    return { env: { DATA_DIR: '', DATABASE_URL: this.postgres.url() }, remove: async () => {} }
  }

  private at(node: Node): Service {
    const service = new Service(this.key, true)
    service.url = node.url
    return service
  }

  /** Counts the clicks that a lost node has left, as its administrator would. */
  async adopt(folder: string): Promise<void> {
    await linnetJson(['adopt', folder], {
      DATABASE_URL: this.postgres.url(),
      DATA_DIR: this.nodes[0]?.folder,
    })
  }

  /** One of a node's processes was asked, and has counted its own clicks; the others do so within moments. */
  private async untilCounted(): Promise<void> {
    const answered = [...this.record.clicks].filter(([, { answered }]) => answered > 0)
    await until('every answered click is counted', async () => {
      const rows = await ask<{ id: string; clicks: string }>(
        this.database,
        'select public_id as id, clicks from link_totals join links on links.id = link_id',
      )
      const counted = new Map(rows.map(({ id, clicks }) => [id, Number(clicks)]))
      return answered.every(([id, { answered }]) => (counted.get(id) ?? 0) >= answered)
    })
  }

  private async untilAllAnswer(): Promise<void> {
    for (const node of this.running) {
      let said: unknown
      const ask = () =>
        fetch(`${node.url}/v2/user`, { headers: { authorization: `Bearer ${this.key}` } }).then(
          ({ status }) => status,
          String,
        )
      await until(
        () => `${node.name} is back: ${said}`,
        async () => {
          said = await ask()
          return said === 200
        },
      )
    }
  }

  /** The links that everyone uses, and the users. */
  private async gather(): Promise<void> {
    const { random, record } = this
    const context = { service: this.service, record, random }
    const link = (short: string) => newLink(context, short)
    this.popular = await Promise.all(['first', 'second', 'third', 'fourth'].map(link))
    this.watcher = new ChangeWatcher(this.key, this.nodes, record, random, await link('changed'))
    this.people = [
      persistentCreator(context, 'persistent-a'),
      persistentCreator(context, 'persistent-b'),
      hastyCreator(context, 'hasty'),
      bulkCreator(context, 'bulk'),
      dayChooser(context, 'dated'),
      editor(context, await link('edited')),
      renamer(context, await link('renamed')),
      this.watcher,
      oneClickRaces(context, 'race-a'),
      oneClickRaces(context, 'race-b'),
    ]
  }
}

/** An API key of an account whose plan admits very few requests. */
async function strictKey(settings: Settings): Promise<string> {
  const email = 'bea@example.com'
  const person = ['user', 'create', '--email', email, '--password', password, '--plan', 'strict']
  const key = ['key', 'create', '--email', email, '--name', 'test', '--scopes', 'all']
  return (await commandsOn(settings, person, key)).key as string
}
