// Which clicks of a batch become events, and the data of each event, in the order of the clicks.
import type { AccountClick } from '../../events/index.ts'
import { decisionOf } from '../click-blocks.ts'
import { isLink, subjectOf } from '../subjects.ts'
import type { ClickBatch, NumberedAgent } from './click-batch.ts'
import type { CountedName } from './day-counts.ts'

const daySeconds = 86_400

/** The clicks of a batch whose accounts have an endpoint for them. */
export class EventSelection {
  /** The index in the batch of the next click to emit; null once all are emitted. */
  next: number | null

  constructor(
    private readonly batch: ClickBatch,
    private readonly accounts: ReadonlySet<number>,
    first: number,
  ) {
    this.next = this.find(first)
  }

  /** Takes the next `most` of them, which count as emitted from now on. */
  take(most: number): AccountClick[] {
    const clicks: AccountClick[] = []
    while (this.next !== null && clicks.length < most) {
      clicks.push(this.describe(this.next))
      this.next = this.find(this.next + 1)
    }
    return clicks
  }

  private find(first: number): number | null {
    const { size, users } = this.batch
    if (this.accounts.size === 0) return null
    for (let index = first; index < size; index++)
      if (this.accounts.has(users[index] as number) && this.isEvent(index)) return index
    return null
  }

  /** Clicks on links are events, and so are scans of microsites' codes. */
  private isEvent(index: number): boolean {
    const number = this.batch.links[index] as number
    return isLink(number) || (this.batch.scans[index] === 1 && subjectOf(number).kind === 'microsite')
  }

  private describe(index: number): AccountClick {
    const { batch } = this
    const { kind, id } = subjectOf(batch.links[index] as number)
    const agent = batch.numbers.agents[batch.agentNumbers[index] as number] as NumberedAgent
    return {
      userId: batch.users[index] as number,
      kind: kind === 'microsite' ? kind : 'link',
      id,
      click: {
        at: batch.day * daySeconds + (batch.seconds[index] as number),
        country: (batch.numbers.countries[batch.countryNumbers[index] as number] as CountedName).name,
        device: agent.device,
        browser: agent.browser,
        os: agent.os,
        referer: (batch.numbers.sites[batch.siteNumbers[index] as number] as CountedName).name,
        bot: agent.bot,
        qr: batch.scans[index] === 1,
        placement: batch.numbers.placements[batch.placements[index] as number]?.name || null,
        ...decisionOf(batch.choices[index] as number, agent.bot),
      },
    }
  }
}
