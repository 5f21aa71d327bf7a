// How soon all nodes know of a change: a link is archived or restored at one, and the others are polled until they show it.

import type { Person, UserRecord } from '../people.ts'
import { randomVisitor, Service, Unanswered } from '../service.ts'
import type { Random } from '../suite-settings.ts'
import type { Node } from './node.ts'

interface Link {
  id: string
  short: string
}

const pauseMilliseconds = 2

/** Changes a link repeatedly, and each time waits until every running node knows of it. */
export class ChangeWatcher implements Person {
  /** From the acknowledgement to the first response of another process that knew of it. */
  readonly delays: number[] = []
  private isSure = true
  private readonly known = { acknowledged: false, perhaps: null as boolean | null }

  constructor(
    private readonly key: string,
    private readonly nodes: Node[],
    private readonly record: UserRecord,
    private readonly random: Random,
    private readonly link: Link,
  ) {
    record.archived.set(link.id, this.known)
  }

  async act(): Promise<void> {
    const running = this.nodes.filter(({ isRunning }) => isRunning)
    const archive = !this.known.acknowledged
    const changed = this.random.pick(running)
    this.known.perhaps = archive
    const { isSure } = this
    this.isSure = false
    try {
      const { id } = this.link
      await this.at(changed).call(archive ? `DELETE /links/${id}` : `POST /links/${id}/unarchive`)
      if (archive) this.record.archives.acknowledged++
    } catch (error) {
      if (archive) this.record.archives.cut++
      throw error
    }
    const acknowledged = performance.now()
    this.isSure = true
    this.known.acknowledged = archive
    this.known.perhaps = null
    this.record.changes++
    const wanted = archive ? 404 : 302
    // The effect of a request that was cut off is not a change of this node; and a change by one worker reaches the other as
    // it reaches other nodes.
    const knowsAtOnce = isSure && changed.isOneProcess
    const own = knowsAtOnce ? await this.visit(changed) : wanted
    if (own !== wanted) throw new Error(`the process that made a change answered ${own} instead of ${wanted}`)
    await Promise.all(
      running.map(async (node) => {
        if (node === changed && knowsAtOnce) return
        while ((await this.visit(node)) !== wanted) await Bun.sleep(pauseMilliseconds)
        this.delays.push(performance.now() - acknowledged)
      }),
    )
  }

  private async visit(node: Node): Promise<number> {
    const clicks = this.record.clicksOf(this.link.id)
    try {
      const status = await this.at(node).visit(this.link.short, randomVisitor(this.random.below), [302, 404])
      if (status === 302) clicks.answered++
      return status
    } catch (error) {
      if (error instanceof Unanswered) clicks.cut++
      throw error
    }
  }

  private at(node: Node): Service {
    const service = new Service(this.key, false, true)
    service.url = node.url
    return service
  }
}

/** The delay that this share of all changes did not exceed, in whole milliseconds; 0 if there are none. */
export function percentile(delays: number[], share: number): number {
  const sorted = delays.toSorted((a, b) => a - b)
  return Math.ceil(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}
