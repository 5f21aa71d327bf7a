// Sums up a batch of clicks in memory, so that the database is written once per link and day, not once per click.

import { isLink } from '../subjects.ts'
import { batchClicks, type ClickBatch } from './click-batch.ts'
import { Counters } from './counters.ts'
import type { DaySums } from './day-sums.ts'

export interface LinkSums extends DaySums {
  linkId: number
  userId: number
  /** Hashes of the visitors that are not bots. */
  visitors: number[]
}

export interface AccountSums extends DaySums {
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
  // Link and index in one number, so that the typed array's own sort puts them in order: 35 bits for the link.
  private readonly keys: Float64Array
  private readonly counters: Counters

  constructor(private readonly batch: ClickBatch) {
    const keys = batch.links.slice(0, batch.size)
    for (let index = 0; index < keys.length; index++)
      keys[index] = (keys[index] as number) * batchClicks + index
    this.keys = keys.sort()
    this.counters = new Counters(batch)
  }

  /** The sums of the next `most` links, starting with the number `first`. */
  part(first: number, most: number): PartSums {
    const { users, visitors, agents, agentNumbers } = this.batch
    const links: LinkSums[] = []
    const accounts = new Map<number, { counters: Counters; indexes: number[] }>()
    let position = this.positionOf(first)
    while (links.length < most && position < this.keys.length) {
      const linkId = this.linkAt(position)
      const userId = users[this.indexAt(position)] as number
      const people: number[] = []
      let account = isLink(linkId) ? accounts.get(userId) : undefined
      if (isLink(linkId) && !account) {
        account = { counters: new Counters(this.batch), indexes: [] }
        accounts.set(userId, account)
      }
      for (; position < this.keys.length && this.linkAt(position) === linkId; position++) {
        const index = this.indexAt(position)
        this.counters.count(index)
        account?.counters.count(index)
        account?.indexes.push(index)
        if (!agents[agentNumbers[index] as number]?.bot) people.push(visitors[index] as number)
      }
      links.push({ ...this.counters.take(), linkId, userId, visitors: people })
    }
    return {
      links,
      accounts: [...accounts]
        .map(([userId, { counters, indexes }]) => ({ ...counters.take(), userId, indexes }))
        .sort((a, b) => a.userId - b.userId),
    }
  }

  private linkAt(position: number): number {
    return Math.floor((this.keys[position] as number) / batchClicks)
  }

  private indexAt(position: number): number {
    return (this.keys[position] as number) % batchClicks
  }

  /** The position of the first click of a link, or of the next link that has any. */
  private positionOf(linkId: number): number {
    let low = 0
    let high = this.keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.keys[middle] as number) < linkId * batchClicks) low = middle + 1
      else high = middle
    }
    return low
  }
}
