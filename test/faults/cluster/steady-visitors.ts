// Visitors who each stay at one node and open links that it has cached: they are redirected whatever happens to the
// database.

import type { UserRecord } from '../people.ts'
import { randomVisitor, Service, Unanswered } from '../service.ts'
import type { Random } from '../suite-settings.ts'
import type { Node } from './node.ts'

export interface RedirectCounts {
  /** Visits that were redirected, and those that got another response or were cut off. */
  redirected: number
  failed: string[]
  slowestMilliseconds: number
}

interface Link {
  id: string
  short: string
}

const pauseMilliseconds = 4

/** One visitor of each node, from `begin` until the returned function is called. */
export class SteadyVisitors {
  constructor(
    private readonly nodes: Node[],
    private readonly links: Link[],
    private readonly record: UserRecord,
    private readonly random: Random,
  ) {}

  /** Each node caches each link, and every visitor continues until the end, which reports on the `watched` nodes. */
  async begin(watched = this.nodes): Promise<() => Promise<RedirectCounts>> {
    const held: RedirectCounts = { redirected: 0, failed: [], slowestMilliseconds: 0 }
    const running = this.nodes.filter(({ isRunning }) => isRunning)
    for (const node of running)
      for (const link of this.links) await this.visit(this.at(node), link).catch(ignoreCut)
    let leaving = false
    const live = async (node: Node) => {
      const service = this.at(node)
      while (!leaving) {
        const start = performance.now()
        const problem = await this.visit(service, this.random.pick(this.links)).then(() => null, String)
        if (watched.includes(node)) {
          if (problem) held.failed.push(`${node.name}: ${problem}`)
          else held.redirected++
          held.slowestMilliseconds = Math.max(held.slowestMilliseconds, Math.ceil(performance.now() - start))
        }
        // A frozen or dead one is not asked constantly.
        await Bun.sleep(problem ? 100 : pauseMilliseconds)
      }
    }
    const over = Promise.all(running.map(live))
    return async () => {
      leaving = true
      await over
      return held
    }
  }

  private at(node: Node): Service {
    const service = new Service('')
    service.url = node.url
    return service
  }

  private async visit(service: Service, { id, short }: Link): Promise<void> {
    const clicks = this.record.clicksOf(id)
    try {
      await service.visit(short, randomVisitor(this.random.below))
      clicks.answered++
    } catch (error) {
      if (error instanceof Unanswered) clicks.cut++
      throw error
    }
  }
}

function ignoreCut(error: unknown): void {
  if (!(error instanceof Unanswered)) throw error
}
