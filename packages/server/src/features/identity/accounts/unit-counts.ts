// Units of plans without a limit: counted in memory and written together, because they never lead to a refusal.
import type { Tx } from '../../../platform/transaction.ts'
import type { Counter } from './store.ts'

interface UnitStore {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Adds to a counter, unless the account is deleted. */
  addUnits(tx: Tx, counter: Counter, units: number): Promise<void>
}

/**
 * A transaction for each unit would cost as much as the request that takes it, and invalidate the cache of every other
 * SQLite reader. If a process is killed, the latest units are lost.
 */
export class UnitCounts {
  private counts = new Map<string, { counter: Counter; units: number }>()
  private writing: Promise<void> = Promise.resolve()

  constructor(private readonly store: UnitStore) {}

  add(counter: Counter, units: number): void {
    const key = `${counter.user_id} ${counter.period} ${counter.metric}`
    const known = this.counts.get(key)
    if (known) known.units += units
    else this.counts.set(key, { counter, units })
  }

  /** Writes all counted units; those that can't be written are kept for the next time. */
  write(): Promise<void> {
    if (this.counts.size > 0) this.writing = this.writing.catch(() => undefined).then(() => this.writeNow())
    return this.writing
  }

  private async writeNow(): Promise<void> {
    const counts = [...this.counts.values()]
    this.counts = new Map()
    try {
      await this.store.transaction(async (tx) => {
        for (const { counter, units } of counts) await this.store.addUnits(tx, counter, units)
      })
    } catch (error) {
      for (const { counter, units } of counts) this.add(counter, units)
      throw error
    }
  }
}
