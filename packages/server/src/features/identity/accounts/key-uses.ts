// When API keys were last used: noted in memory and written together, because nobody waits for it.
import type { Tx } from '../../../platform/transaction.ts'

interface Store {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  useKeys(tx: Tx, uses: Iterable<readonly [id: string, at: number]>): Promise<void>
}

// What a list of keys tells is exact to this.
const everySeconds = 60

/** A transaction for each use would cost more than the request that it is noted for. */
export class KeyUses {
  private uses = new Map<string, number>()
  private writing: Promise<void> = Promise.resolve()

  constructor(private readonly store: Store) {}

  /** Notes a use at `now` (Unix seconds), unless one of the last minute is written down already. */
  note({ id, last_used_at }: { id: string; last_used_at: number | null }, now: number): void {
    if (last_used_at === null || now - last_used_at >= everySeconds) this.uses.set(id, now)
  }

  /** Writes all that was noted before; what can't be written is kept for the next time. */
  write(): Promise<void> {
    if (this.uses.size > 0) this.writing = this.writing.catch(() => undefined).then(() => this.writeNow())
    return this.writing
  }

  private async writeNow(): Promise<void> {
    const uses = this.uses
    this.uses = new Map()
    // In one order, so that no two nodes wait for each other's keys.
    const ordered = [...uses].sort(([one], [other]) => (one < other ? -1 : 1))
    try {
      await this.store.transaction((tx) => this.store.useKeys(tx, ordered))
    } catch (error) {
      for (const [id, at] of uses) if (!this.uses.has(id)) this.uses.set(id, at)
      throw error
    }
  }
}
