// A network between the nodes and their database: PostgreSQL is in a namespace of its own, and each node has a link there
// that drops every packet when a test wants it, without notice to either side (Linux, as root).
import { existsSync } from 'node:fs'
import { needs } from '../../command/requirements.ts'
import { outcomeOf } from '../../machine/child-output.ts'
import { suiteMilliseconds } from '../suite-settings.ts'

needs('root on Linux')

/**
 * Whether this process has its own network namespace, so that it can create devices in it. It can't use the machine's own
 * network: Chromium cancels all loading when a device appears (ERR_NETWORK_CHANGED), in other tests too.
 */
export const hasOwnNetwork = process.env.LINNET_TEST_OWN_NETWORK === 'true'

/** Runs a test file in a network namespace of its own, and fails with its output if a test there fails. */
export async function runInOwnNetwork(file: string): Promise<void> {
  const tests = Bun.spawn(
    ['unshare', '--net', process.execPath, 'test', `--timeout=${suiteMilliseconds}`, file],
    {
      env: { ...process.env, LINNET_TEST_OWN_NETWORK: 'true', LINNET_TEST_EVENTS: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const { status, out, error } = await outcomeOf(tests)
  if (status !== 0) throw new Error(`${out}${error}`)
  console.log(out.trimEnd())
}

/** One end of a link. */
interface End {
  device: string
  address: string
  /** Its hardware address. */
  mac: string
  /** Runs `ip` in its namespace. */
  ip(command: string): string
}

interface Link {
  near: End
  far: End
}

// An unused address: packets to it are dropped.
const nowhere = '02:00:00:00:00:01'

// Reserved for network benchmarks (RFC 2544), so unused.
const subnet = '198.18.0'

export class Network {
  private readonly links = new Map<string, Link>()

  private constructor(readonly namespace: string) {}

  /**
   * Creates a network with a link for each of these nodes, in a process that `hasOwnNetwork`. The caller removes it; so does
   * the end of the process.
   */
  static async make(names: string[]): Promise<Network> {
    const network = new Network(`linnet${process.pid}`)
    removeForgotten()
    process.on('exit', () => network.remove())
    run('link set lo up')
    run(`netns add ${network.namespace}`)
    network.inside(`link set lo up`)
    for (const [index, name] of names.entries()) network.link(name, index)
    return network
  }

  /** How PostgreSQL is started in the namespace at the other end of all links. */
  readonly elsewhere = { inside: (command: string[]) => ['ip', 'netns', 'exec', this.namespace, ...command] }

  /** The database's URL for a node. */
  urlOf(name: string): string {
    return `postgres://postgres@${this.of(name).far.address}:5432/linnet`
  }

  /** From now on, every packet of this node is lost, in both directions. */
  cut(name: string): void {
    const { near, far } = this.of(name)
    direct(near, far, nowhere)
    direct(far, near, nowhere)
  }

  heal(name: string): void {
    const { near, far } = this.of(name)
    direct(near, far)
    direct(far, near)
  }

  private link(name: string, index: number): void {
    const [device, peer] = [`near${index}`, `far${index}`]
    run(`link add ${device} type veth peer name ${peer} netns ${this.namespace}`)
    const end = (device: string, address: string, ip: End['ip']): End => {
      ip(`addr add ${address}/30 dev ${device}`)
      ip(`link set ${device} up`)
      return { device, address, mac: /link\/ether (\S+)/.exec(ip(`link show ${device}`))?.[1] ?? '', ip }
    }
    const address = (host: number) => `${subnet}.${index * 4 + host}`
    const near = end(device, address(2), run)
    const far = end(peer, address(1), (command) => this.inside(command))
    this.links.set(name, { near, far })
    this.heal(name)
  }

  private of(name: string): Link {
    const link = this.links.get(name)
    if (!link) throw new Error(`${name} has no link`)
    return link
  }

  /** The devices are removed with the namespace of their other ends. */
  remove(): void {
    Bun.spawnSync(['ip', 'netns', 'delete', this.namespace])
  }

  private inside(command: string): string {
    return run(`-n ${this.namespace} ${command}`)
  }
}

/** A process that was killed has left its namespace behind. */
function removeForgotten(): void {
  for (const [name, pid] of run('netns list').matchAll(/^linnet(\d+)/gm))
    if (!existsSync(`/proc/${pid}`)) Bun.spawnSync(['ip', 'netns', 'delete', name])
}

/** Packets from one end to the other go to this hardware address, so that neither needs ARP. */
function direct(from: End, to: End, mac = to.mac): void {
  from.ip(`neigh replace ${to.address} lladdr ${mac} dev ${from.device} nud permanent`)
}

function run(command: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['ip', ...command.split(' ')])
  if (exitCode !== 0) throw new Error(`ip ${command}: ${stderr}`)
  return stdout.toString()
}
