// Links that visits met whose destination has come onto a block list: their owners are to be told, each link once.
import type { Tx } from '../../../platform/transaction.ts'
import type { LinkRow, LinkStore } from './store.ts'

// What is more is met again when its cache has forgotten it.
const mostWaiting = 10_000

export class BlockedDestinations {
  private readonly waiting = new Set<number>()

  constructor(private readonly store: LinkStore) {}

  note(id: number): void {
    if (this.waiting.size < mostWaiting) this.waiting.add(id)
  }

  /** Takes some of them: those that no other process has, and whose owners were not told. */
  async take(tx: Tx, most: number, now: number): Promise<LinkRow[]> {
    const ids = [...this.waiting].slice(0, most)
    if (ids.length === 0) return []
    const rows = await this.store.noteListed(tx, ids, now)
    for (const id of ids) this.waiting.delete(id)
    return rows
  }
}
