// Sums up a batch of clicks in memory, so that the database is written once per link and day, not once per click.

import { isLink } from '../subjects.ts'
import { batchClicks, type ClickBatch } from './click-batch.ts'
import { Counters, type DayAdditions } from './counters.ts'

export interface LinkSums {
  sums: DayAdditions
  linkId: number
  userId: number
  /** Hashes of the visitors that are not bots. */
  visitors: number[]
}

export interface AccountSums {
  sums: DayAdditions
  userId: number
  /** Which clicks of the batch these are. */
  indexes: number[]
}

/** The sums of some links (or other subjects) of a batch, and of the links' accounts. */
export interface PartSums {
  links: LinkSums[]
  accounts: AccountSums[]
}

/** The clicks of a batch in the order of their links' numbers. */
export class Tally {
  /** Their indexes in the batch. */
  private readonly order: Uint32Array
  private readonly counters: Counters

  constructor(private readonly batch: ClickBatch) {
    // Link and index in one number, so that the typed array's own sort puts them in order: 35 bits for the link.
    const keys = batch.links.slice(0, batch.size)
    for (let index = 0; index < keys.length; index++)
      keys[index] = (keys[index] as number) * batchClicks + index
    keys.sort()
    this.order = new Uint32Array(keys.length)
    for (let place = 0; place < keys.length; place++)
      this.order[place] = (keys[place] as number) % batchClicks
    this.counters = new Counters(batch)
  }

  /** The sums of the next `most` links, starting with the number `first`. */
  part(first: number, most: number): PartSums {
    const { users, visitors, agentNumbers, numbers } = this.batch
    const links: LinkSums[] = []
    const accounts = new Map<number, { counters: Counters; indexes: number[] }>()
    let position = this.positionOf(first)
    while (links.length < most && position < this.order.length) {
      const linkId = this.linkAt(position)
      const userId = users[this.order[position] as number] as number
      const people: number[] = []
      let account = isLink(linkId) ? accounts.get(userId) : undefined
      if (isLink(linkId) && !account) {
        account = { counters: new Counters(this.batch), indexes: [] }
        accounts.set(userId, account)
      }
      for (; position < this.order.length && this.linkAt(position) === linkId; position++) {
        const index = this.order[position] as number
        this.counters.count(index)
        account?.indexes.push(index)
        if (!numbers.agents[agentNumbers[index] as number]?.bot) people.push(visitors[index] as number)
      }
      if (account) this.counters.addTo(account.counters)
      links.push({ linkId, userId, visitors: people, sums: this.counters.take() })
    }
    return {
      links,
      accounts: [...accounts]
        .map(([userId, { counters, indexes }]) => ({ userId, indexes, sums: counters.take() }))
        .sort((a, b) => a.userId - b.userId),
    }
  }

  private linkAt(position: number): number {
    return this.batch.links[this.order[position] as number] as number
  }

  /** The position of the first click of a link, or of the next link that has any. */
  private positionOf(linkId: number): number {
    let low = 0
    let high = this.order.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.linkAt(middle) < linkId) low = middle + 1
      else high = middle
    }
    return low
  }
}
