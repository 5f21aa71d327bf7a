// A cache of bounded size that keeps what is used, and can't be filled with what is out of date.

/** A value that is there at once, or comes later. */
export type Soon<Value> = Value | Promise<Value>

/**
 * Two generations: what is read moves to the young one, and when that is full the old one is dropped whole. That
 * keeps what is in use as well as a list ordered by use does, without any bookkeeping on a hit.
 */
export class BoundedCache<Value> {
  private young = new Map<string, Value>()
  private old = new Map<string, Value>()
  private youngWeight = 0
  private readonly loading = new Map<string, Promise<Value | undefined>>()

  /** `size` is the most that all values weigh together: how many they are, unless `weigh` says what one counts for. */
  constructor(
    private readonly size: number,
    private readonly weigh: (value: Value) => number = () => 1,
  ) {}

  get(key: string): Value | undefined {
    const value = this.young.get(key)
    if (value !== undefined) return value
    const older = this.old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  /**
   * Loads a value and keeps it, unless its key is deleted meanwhile, for then what was read may be older than the
   * change. Those who ask for it in between wait for the same load. `undefined` is not kept.
   */
  load(key: string, read: () => Soon<Value | undefined>): Soon<Value | undefined> {
    const begun = this.loading.get(key)
    if (begun) return begun
    const value = read()
    if (value instanceof Promise) return this.wait(key, value)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.keep(ownText(key), value)
  }

  delete(key: string): void {
    this.loading.delete(key)
    this.takeOut(key)
    this.old.delete(key)
  }

  /** Takes out what is kept and fits, and keeps nothing of what is being loaded. */
  deleteWhere(fits: (value: Value) => boolean): void {
    this.loading.clear()
    for (const [key, value] of this.young) if (fits(value)) this.takeOut(key)
    for (const [key, value] of this.old) if (fits(value)) this.old.delete(key)
  }

  clear(): void {
    this.loading.clear()
    this.young.clear()
    this.youngWeight = 0
    this.old.clear()
  }

  private keep(key: string, value: Value): void {
    this.takeOut(key)
    const weight = this.weigh(value)
    // What fills a generation alone would drive everything else out: it is loaded each time.
    if (weight * 2 > this.size) return void this.old.delete(key)
    this.young.set(key, value)
    this.youngWeight += weight
    if (this.youngWeight * 2 < this.size) return
    this.old = this.young
    this.young = new Map()
    this.youngWeight = 0
  }

  private takeOut(key: string): void {
    const value = this.young.get(key)
    if (value === undefined) return
    this.young.delete(key)
    this.youngWeight -= this.weigh(value)
  }

  private wait(key: string, coming: Promise<Value | undefined>): Promise<Value | undefined> {
    const isCurrent = () => this.loading.get(key) === load
    const load = coming
      .then((value) => {
        if (value !== undefined && isCurrent()) this.set(key, value)
        return value
      })
      .finally(() => {
        if (isCurrent()) this.loading.delete(key)
      })
    this.loading.set(key, load)
    return load
  }
}

/** A text that shares no memory: the engine's slice of a long text, such as a request's address, would keep all of it. */
export function ownText(text: string): string {
  const copy = Buffer.from(text).toString()
  return copy === text ? copy : text
}
