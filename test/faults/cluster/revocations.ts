// Credentials that are revoked at one node while all others keep trying them: none may accept one for more than a second.
import type { Random } from '../suite-settings.ts'
import type { Credential, Kind, Owner } from './credentials.ts'
import type { Node } from './node.ts'

const graceMilliseconds = 1000
const watchMilliseconds = 1500
// A session may send ten requests a second.
const pauses: { [kind in Kind]: number } = { key: 30, session: 300, token: 30 }

export interface Revoked {
  revocations: number
  /** From the acknowledgement of a revocation to the start of the last request that was still accepted. */
  longestHonouredMilliseconds: number
}

/** Creates and revokes credentials of all kinds concurrently, until stopped. */
export class Revocations implements Revoked {
  revocations = 0
  longestHonouredMilliseconds = 0

  constructor(
    private readonly owner: Owner,
    private readonly nodes: Node[],
    private readonly random: Random,
  ) {}

  /** Returns the function that stops it: at least `least` credentials are revoked in between. */
  begin(least: number): () => Promise<void> {
    let leaving = false
    const goal = this.revocations + least
    const live = async (kind: Kind) => {
      while (!leaving || this.revocations < goal) await this.watch(kind)
    }
    const over = Promise.all((['key', 'session', 'token'] as const).map(live))
    over.catch(() => undefined)
    return async () => {
      leaving = true
      await over
    }
  }

  /** The life of one credential. */
  private async watch(kind: Kind): Promise<void> {
    const credential = await this.owner.make(kind, this.anyone()).catch(() => null)
    // It can't be created at the moment.
    if (!credential) return await Bun.sleep(100)
    const lastHonoured = new Map<Node, number>()
    let isOver = false
    const trying = Promise.all(
      this.running().map(async (node) => {
        while (!isOver) {
          const start = performance.now()
          const status = await credential.tryAt(node).then(
            ({ status }) => status,
            () => 0,
          )
          if (status === 200) lastHonoured.set(node, start)
          await Bun.sleep(pauses[kind])
        }
      }),
    )
    // All nodes accept it before it is revoked, except those affected by a fault.
    for (const end = performance.now() + watchMilliseconds; performance.now() < end; await Bun.sleep(10))
      if (this.running().every((node) => lastHonoured.has(node))) break
    const acknowledged = await this.revoke(credential)
    await Bun.sleep(watchMilliseconds)
    isOver = true
    await trying
    this.revocations++
    for (const [node, start] of lastHonoured) {
      const honoured = start - acknowledged
      this.longestHonouredMilliseconds = Math.max(this.longestHonouredMilliseconds, Math.ceil(honoured))
      if (honoured > graceMilliseconds)
        throw new Error(`${node.name} honoured a ${kind} ${Math.round(honoured)} ms after it was revoked`)
    }
  }

  /** Repeats the request until it is acknowledged, and returns that moment. */
  private async revoke(credential: Credential): Promise<number> {
    for (;;) {
      const status = await credential.revokeAt(this.anyone()).then(
        ({ status }) => status,
        () => 0,
      )
      // A credential revoked by a request that was cut off no longer exists, or can't sign in.
      if ([200, 401, 404].includes(status)) return performance.now()
      await Bun.sleep(50)
    }
  }

  private running(): Node[] {
    return this.nodes.filter(({ isRunning }) => isRunning)
  }

  private anyone(): Node {
    return this.random.pick(this.running())
  }
}
