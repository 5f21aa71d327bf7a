// A caller whose plan admits 38 requests in any minute, and who sends many more to all nodes.
import { type Admission, limit, mostInASpan } from '../admissions.ts'
import type { Random } from '../suite-settings.ts'
import type { Node } from './node.ts'

const pauseMilliseconds = 80

export class LimitedCaller {
  private readonly admissions: Admission[] = []

  constructor(
    private readonly key: string,
    private readonly nodes: Node[],
    private readonly random: Random,
  ) {}

  get admitted(): number {
    return this.admissions.length
  }

  /** Sends requests until `leave`, and fails if any time span has admitted too many since the cluster started. */
  begin(): () => Promise<void> {
    let leaving = false
    const live = async () => {
      while (!leaving) {
        await this.ask(this.random.pick(this.nodes.filter(({ isRunning }) => isRunning)))
        await Bun.sleep(pauseMilliseconds)
      }
    }
    // Two, because a request to a node that does not respond blocks one of them.
    const over = Promise.all([live(), live()])
    return async () => {
      leaving = true
      await over
      const most = mostInASpan(this.admissions)
      if (most > limit) throw new Error(`${most} requests were admitted within a minute`)
    }
  }

  private async ask({ url }: Node): Promise<void> {
    const sent = performance.now()
    const headers = { authorization: `Bearer ${this.key}` }
    const status = await fetch(`${url}/v2/user`, { headers }).then(
      ({ status }) => status,
      () => 0,
    )
    if (status === 200) this.admissions.push({ sent, answered: performance.now() })
  }
}
