// A cache of bounded size that keeps what is used, and can't be filled with what is out of date.

/**
 * Two generations: what is read moves to the young one, and when that is full the old one is dropped whole. That
 * keeps what is in use as well as a list ordered by use does, without any bookkeeping on a hit.
 */
export class BoundedCache<Value> {
  private young = new Map<string, Value>()
  private old = new Map<string, Value>()
  private invalidations = 0

  constructor(private readonly size: number) {}

  get(key: string): Value | undefined {
    const value = this.young.get(key)
    if (value !== undefined) return value
    const older = this.old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  /**
   * Begins to load a value: the returned function keeps it, unless anything was invalidated in between, for then
   * what was read may be older than the change.
   */
  beginFill(): (key: string, value: Value) => void {
    const before = this.invalidations
    return (key, value) => {
      if (before === this.invalidations) this.set(key, value)
    }
  }

  delete(key: string): void {
    this.invalidations++
    this.young.delete(key)
    this.old.delete(key)
  }

  clear(): void {
    this.invalidations++
    this.young.clear()
    this.old.clear()
  }

  private set(key: string, value: Value): void {
    this.young.set(key, value)
    if (this.young.size * 2 < this.size) return
    this.old = this.young
    this.young = new Map()
  }
}
