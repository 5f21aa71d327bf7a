// Finds the blocks of clicks that are new since it last looked, each once, whichever process wrote them.
import type { LiveStore, NewBlock } from './live-store.ts'

// On PostgreSQL a transaction that began earlier may commit later: a lower number can come after a higher one, within
// the time that a part of a batch takes to be written.
const lateMilliseconds = 15_000

/** `elapsed` counts milliseconds. */
export class NewBlocks {
  /** Everything up to this number has been seen. */
  private floor = 0
  /** What was seen above it. */
  private seen = new Set<number>()
  /** The highest numbers there were, and when. */
  private tops: { at: number; id: number }[] = []

  constructor(
    private readonly store: LiveStore,
    private readonly elapsed: () => number,
  ) {}

  /** From now on. */
  async begin(): Promise<void> {
    this.floor = await this.store.newest()
    this.seen.clear()
    this.tops = []
  }

  /** Those of days from `since` on. */
  async find(userIds: number[], since: string): Promise<NewBlock[]> {
    const newest = await this.store.newest()
    // SQLite gives a number again when the newest rows were deleted, with an account for instance.
    if (newest < Math.max(this.floor, this.tops.at(-1)?.id ?? 0)) await this.begin()
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
