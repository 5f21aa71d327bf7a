// A cache of bounded size that keeps what is used, and never stores a value that was outdated while it was loaded.

/** A cache's metrics. */
export interface CacheMetrics {
  entries: number
  hits: number
  misses: number
}

/** A value that is available at once, or later. */
export type MaybePromise<Value> = Value | Promise<Value>

type Predicate<Value> = (value: Value) => boolean

interface Load<Value> {
  promise: Promise<Value | undefined>
  /** The deletions during the load. Whether one of them applies to the value is known once it is loaded. */
  deletions: Predicate<Value>[]
}

// A value that takes more deletions than this to load isn't worth storing.
const mostDeletions = 1000

/**
 * Two generations: values that are read move to the young one, and when that is full, the old one is dropped as a whole.
 * This keeps used values as well as a list ordered by use does, without bookkeeping on each hit.
 */
export class BoundedCache<Value> {
  private young = new Map<string, Value>()
  private old = new Map<string, Value>()
  private youngWeight = 0
  private readonly loading = new Map<string, Load<Value>>()

  /** `size` is the maximum total weight of all values. Each weighs 1, unless `weigh` says otherwise. */
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
   * Loads a value and stores it, unless it is deleted meanwhile, by its key or by `deleteWhere`: then what was read may be
   * older than the change. Concurrent callers share the load; a caller after such a change waits for another load if the
   * change applies to the value. `undefined` isn't stored.
   */
  load(key: string, read: () => MaybePromise<Value | undefined>): MaybePromise<Value | undefined> {
    const current = this.loading.get(key)
    if (current) return current.deletions.length === 0 ? current.promise : this.join(key, current, read)
    const value = read()
    if (value instanceof Promise) return this.wait(key, value)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.keep(ownText(key), value)
  }

  /** Roughly how many values there are: one that has moved to the young generation counts twice until the old one is dropped. */
  get entries(): number {
    return this.young.size + this.old.size
  }

  delete(key: string): void {
    this.loading.delete(key)
    this.removeYoung(key)
    this.old.delete(key)
  }

  /** Deletes the values that match, and doesn't store those that are being loaded and turn out to match. */
  deleteWhere(matches: Predicate<Value>): void {
    for (const [key, { deletions }] of this.loading)
      if (deletions.push(matches) > mostDeletions) this.loading.delete(key)
    for (const [key, value] of this.young) if (matches(value)) this.removeYoung(key)
    for (const [key, value] of this.old) if (matches(value)) this.old.delete(key)
  }

  clear(): void {
    this.loading.clear()
    this.young.clear()
    this.youngWeight = 0
    this.old.clear()
  }

  private keep(key: string, value: Value): void {
    this.removeYoung(key)
    const weight = this.weigh(value)
    // A value that fills a generation alone would displace everything else, so it isn't stored.
    if (weight * 2 > this.size) return void this.old.delete(key)
    this.young.set(key, value)
    this.youngWeight += weight
    if (this.youngWeight * 2 < this.size) return
    this.old = this.young
    this.young = new Map()
    this.youngWeight = 0
  }

  private removeYoung(key: string): void {
    const value = this.young.get(key)
    if (value === undefined) return
    this.young.delete(key)
    this.youngWeight -= this.weigh(value)
  }

  /** For a caller after a deletion: a matching value that was read before it is outdated for them. */
  private join(
    key: string,
    { promise, deletions }: Load<Value>,
    read: () => MaybePromise<Value | undefined>,
  ): Promise<Value | undefined> {
    const before = deletions.length
    return promise.then((value) => {
      const isCurrent = value !== undefined && !deletions.slice(0, before).some((matches) => matches(value))
      return isCurrent ? value : (this.get(key) ?? this.load(key, read))
    })
  }

  private wait(key: string, reading: Promise<Value | undefined>): Promise<Value | undefined> {
    const isCurrent = () => this.loading.get(key) === load
    const promise = reading
      .then((value) => {
        if (value !== undefined && isCurrent() && !load.deletions.some((matches) => matches(value)))
          this.set(key, value)
        return value
      })
      .finally(() => {
        if (isCurrent()) this.loading.delete(key)
      })
    const load: Load<Value> = { promise, deletions: [] }
    this.loading.set(key, load)
    return promise
  }
}

/** A string that shares no memory with others: a slice of a long one, such as a request's address, would keep all of it. */
export function ownText(text: string): string {
  const copy = Buffer.from(text).toString()
  return copy === text ? copy : text
}
