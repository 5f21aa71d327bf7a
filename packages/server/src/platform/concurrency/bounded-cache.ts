// A cache of bounded size that keeps what is used, and can't be filled with what is out of date.

/** What a cache holds, and how often it had what was asked for. */
export interface CacheMetrics {
  entries: number
  hits: number
  misses: number
}

/** A value that is there at once, or comes later. */
export type MaybePromise<Value> = Value | Promise<Value>

type Fits<Value> = (value: Value) => boolean

interface Load<Value> {
  coming: Promise<Value | undefined>
  /** What was to be taken out while it was under way: whether that concerns it shows when the value is there. */
  heard: Fits<Value>[]
}

// Beyond that, nothing is gained by keeping what is read so slowly.
const mostHeard = 1000

/**
 * Two generations: what is read moves to the young one, and when that is full the old one is dropped whole. That
 * keeps what is in use as well as a list ordered by use does, without any bookkeeping on a hit.
 */
export class BoundedCache<Value> {
  private young = new Map<string, Value>()
  private old = new Map<string, Value>()
  private youngWeight = 0
  private readonly loading = new Map<string, Load<Value>>()

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
   * Loads a value and keeps it, unless its key is deleted meanwhile, or it fits what is: then what was read may be older
   * than the change. Those who ask for it in between wait for the same load, and for another one where that turns out to
   * be from before a change that came before they asked. `undefined` is not kept.
   */
  load(key: string, read: () => MaybePromise<Value | undefined>): MaybePromise<Value | undefined> {
    const begun = this.loading.get(key)
    if (begun) return begun.heard.length === 0 ? begun.coming : this.join(key, begun, read)
    const value = read()
    if (value instanceof Promise) return this.wait(key, value)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.keep(ownText(key), value)
  }

  /** How many values are kept, about: what has moved to the young generation is counted in both until the old one goes. */
  get entries(): number {
    return this.young.size + this.old.size
  }

  delete(key: string): void {
    this.loading.delete(key)
    this.takeOut(key)
    this.old.delete(key)
  }

  /** Takes out what is kept and fits, and keeps nothing of what is being loaded that turns out to fit. */
  deleteWhere(fits: Fits<Value>): void {
    for (const [key, { heard }] of this.loading) if (heard.push(fits) > mostHeard) this.loading.delete(key)
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

  /** For who asks after something was taken out: what was read before that is nothing to them, where it fits. */
  private join(
    key: string,
    { coming, heard }: Load<Value>,
    read: () => MaybePromise<Value | undefined>,
  ): Promise<Value | undefined> {
    const before = heard.length
    return coming.then((value) => {
      const isCurrent = value !== undefined && !heard.slice(0, before).some((fits) => fits(value))
      return isCurrent ? value : (this.get(key) ?? this.load(key, read))
    })
  }

  private wait(key: string, reading: Promise<Value | undefined>): Promise<Value | undefined> {
    const isCurrent = () => this.loading.get(key) === load
    const coming = reading
      .then((value) => {
        if (value !== undefined && isCurrent() && !load.heard.some((fits) => fits(value)))
          this.set(key, value)
        return value
      })
      .finally(() => {
        if (isCurrent()) this.loading.delete(key)
      })
    const load: Load<Value> = { coming, heard: [] }
    this.loading.set(key, load)
    return coming
  }
}

/** A text that shares no memory: the engine's slice of a long text, such as a request's address, would keep all of it. */
export function ownText(text: string): string {
  const copy = Buffer.from(text).toString()
  return copy === text ? copy : text
}
