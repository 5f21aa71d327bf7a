// The load balancer: sends requests to any node, and for a moment avoids one that was just unreachable.

import { Service } from '../service.ts'
import type { Random } from '../suite-settings.ts'
import type { Node } from './node.ts'

// Like load balancers, which check again after a while whether a node is back.
const awayMilliseconds = 200

export class Balancer extends Service {
  private readonly awayUntil = new Map<string, number>()

  constructor(
    key: string,
    private readonly nodes: Node[],
    private readonly random: Random,
  ) {
    super(key, false, true)
  }

  protected override origin(): string {
    const running = this.nodes.filter(({ isRunning }) => isRunning).map(({ url }) => url)
    const there = running.filter((url) => (this.awayUntil.get(url) ?? 0) < performance.now())
    return this.random.pick(there.length > 0 ? there : running)
  }

  protected override lost(origin: string): void {
    this.awayUntil.set(origin, performance.now() + awayMilliseconds)
  }
}
