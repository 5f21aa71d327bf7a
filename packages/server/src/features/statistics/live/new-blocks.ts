// Finds the blocks of clicks that are new since the last poll, each once, whichever process wrote them.
import type { LiveStore, NewBlock } from './live-store.ts'

// On PostgreSQL a transaction that began earlier may commit later, so a lower number can appear after a
// higher one, within the time that it takes to write a batch.
const lateMilliseconds = 15_000

/** `elapsed` is a clock in milliseconds. */
export class NewBlocks {
  /** Everything up to this number has been seen. */
  private floor = 0
  /** The numbers above it that have been seen. */
  private seen = new Set<number>()
  /** The highest numbers, with the times at which they were the highest. */
  private tops: { at: number; id: number }[] = []

  constructor(
    private readonly store: LiveStore,
    private readonly elapsed: () => number,
  ) {}

  /** Ignores all blocks up to now. */
  async start(): Promise<void> {
    this.floor = await this.store.newest()
    this.seen.clear()
    this.tops = []
  }

  /** The new blocks of these accounts, of days from `since` on. */
  async find(userIds: number[], since: string): Promise<NewBlock[]> {
    const newest = await this.store.newest()
    // SQLite reuses numbers when the newest rows were deleted, for example with an account.
    if (newest < Math.max(this.floor, this.tops.at(-1)?.id ?? 0)) await this.start()
    const blocks = await this.store.after(this.floor, userIds, since)
    const found = blocks.filter(({ id }) => !this.seen.has(id))
    for (const { id } of found) this.seen.add(id)
    this.move(newest)
    return found
  }

  private move(newest: number): void {
    const now = this.elapsed()
    this.tops.push({ at: now, id: newest })
    const old = this.tops.filter(({ at }) => now - at >= lateMilliseconds)
    const top = old.at(-1)
    if (!top) return
    this.tops = this.tops.slice(old.length)
    this.floor = Math.max(this.floor, top.id)
    for (const id of this.seen) if (id <= this.floor) this.seen.delete(id)
  }
}
