// When API keys were last used: collected in memory and written together, because nothing waits for it.
import type { Tx } from '../../../platform/transaction.ts'

interface KeyUseStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  useKeys(tx: Tx, uses: Iterable<readonly [id: string, at: number]>): Promise<void>
}

// The precision of the times in a list of keys.
const everySeconds = 60

/** A transaction for each use would cost more than the request itself. */
export class KeyUses {
  private uses = new Map<string, number>()
  private writing: Promise<void> = Promise.resolve()

  constructor(private readonly store: KeyUseStore) {}

  /** Records a use at `now` (Unix seconds), unless one within the last minute is stored already. */
  note({ id, last_used_at }: { id: string; last_used_at: number | null }, now: number): void {
    if (last_used_at === null || now - last_used_at >= everySeconds) this.uses.set(id, now)
  }

  /** Writes all recorded uses; those that can't be written are kept for the next time. */
  write(): Promise<void> {
    if (this.uses.size > 0) this.writing = this.writing.catch(() => undefined).then(() => this.writeNow())
    return this.writing
  }

  private async writeNow(): Promise<void> {
    const uses = this.uses
    this.uses = new Map()
    // In the same order on all nodes, so that no two wait for each other's rows.
    const ordered = [...uses].sort(([one], [other]) => (one < other ? -1 : 1))
    try {
      await this.store.transaction((tx) => this.store.useKeys(tx, ordered))
    } catch (error) {
      for (const [id, at] of uses) if (!this.uses.has(id)) this.uses.set(id, at)
      throw error
    }
  }
}
