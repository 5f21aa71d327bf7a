// What waits for one endpoint, and how much is sent to it at a time.

/** A delivery that is due. */
export interface Waiting {
  /** The number of its event. */
  event: number
  /** 0 where it was never tried. */
  next_at: number
  tries: number
  /** null where it is read when it is sent. */
  content: Content | null
}

/** What is sent. */
export interface Content {
  /** The event's public identifier. */
  id: string
  type: string
  body: string
  /** What came of the attempts before. */
  attempts: string
}

/** An endpoint that deliveries are sent to. */
export interface Target {
  id: number
  public_id: string
  user_id: number
  url: string
  /** As `secrets.ts` reads them. */
  secrets: string
  /** What its credential reads now; null where its owner made it. */
  scopes: string | null
  failing_since: number | null
  /** Its owner has changed it since where this is another. */
  updated_at: number
}

// At once, to an endpoint that answers well. One that is new or has failed begins with few, so that those that hang hold
// hardly anything.
const most = 64
const first = 2
// One attempt of so many is for what is to be tried again, where there is always something that was never tried.
const retryEvery = 4

/**
 * The queue of an endpoint: first attempts in the order of the events, and among them what is to be tried again. How
 * many are on their way at once doubles with each round that succeeds and halves with each failure.
 */
export class Queue {
  /** By the clock of this process, when the endpoint was last leased. */
  leasedAt = 0
  private isFilling = false
  /** It said that it is gone: nothing more is sent there. */
  isGone = false
  /** Of what was never tried, read up to here since the last look; and whether that was all. */
  readUpTo = 0
  private isRead = false
  inFlight = 0
  private readonly fresh: Waiting[] = []
  private readonly again: Waiting[] = []
  private readonly known = new Set<number>()
  /** Written down while more was being read: that may have been read as it was before. */
  private readonly written: number[] = []
  private isStale = false
  private limit = first
  private started = 0

  constructor(
    private current: Target,
    private readAt: number,
  ) {}

  get target(): Target {
    return this.current
  }

  /** Takes its endpoint as it was read at a moment, by the clock of this process, unless it was read again since. */
  hear(target: Target, readAt: number): void {
    if (readAt < this.readAt) return
    this.current = target
    this.readAt = readAt
  }

  /** Whether more of what waits shall be read. */
  get wantsMore(): boolean {
    return !this.isFilling && !this.isRead && !this.isGone && this.fresh.length < this.limit
  }

  get isIdle(): boolean {
    return this.known.size === 0 && !this.isFilling
  }

  /** Whether there is something to send, and it may be on its way. */
  get isReady(): boolean {
    return this.inFlight < this.limit && !this.isGone && (this.fresh.length > 0 || this.again.length > 0)
  }

  /** How many to read at once. */
  get portion(): number {
    return 2 + 2 * this.limit
  }

  /** What was read may have become more. */
  readAgain(): void {
    this.readUpTo = 0
    this.isRead = false
  }

  /** Reads more, one time after the other; `isAll` where nothing else was never tried. */
  async fill(read: () => Promise<{ deliveries: readonly Waiting[]; isAll: boolean }>): Promise<void> {
    this.isFilling = true
    this.isStale = false
    try {
      const { deliveries, isAll } = await read()
      if (!this.isStale) this.add(deliveries, isAll)
    } finally {
      this.isFilling = false
      for (const event of this.written.splice(0)) this.known.delete(event)
    }
  }

  /** Takes what was read, but what it has already. */
  private add(deliveries: readonly Waiting[], isAll: boolean): void {
    this.isRead = isAll
    for (const delivery of deliveries) {
      if (delivery.next_at === 0) this.readUpTo = Math.max(this.readUpTo, delivery.event)
      if (this.known.has(delivery.event)) continue
      this.known.add(delivery.event)
      const lane = delivery.next_at === 0 ? this.fresh : this.again
      lane.push(delivery)
    }
  }

  /** The next one to send; it counts as on its way from now on. */
  take(): Waiting | undefined {
    const isForAgain = this.fresh.length === 0 || this.started % retryEvery === retryEvery - 1
    const next = (isForAgain ? this.again.shift() : undefined) ?? this.fresh.shift()
    if (!next) return undefined
    this.started++
    this.inFlight++
    return next
  }

  /** An attempt has ended, and more or fewer are sent at once from now on. */
  end(went: 'well' | 'badly'): void {
    this.inFlight--
    this.limit = went === 'well' ? Math.min(most, this.limit + 1) : Math.max(1, this.limit >> 1)
  }

  /** One that was taken is not sent after all. */
  giveUp(event: number): void {
    this.inFlight--
    this.forget(event)
  }

  /** What came of a delivery is written down, or it is left to others. */
  forget(event: number): void {
    if (this.isFilling) this.written.push(event)
    else this.known.delete(event)
  }

  /** Lets go of what has not been sent: it waits in the database. */
  clear(): void {
    this.isStale = true
    for (const lane of [this.fresh, this.again])
      for (const { event } of lane.splice(0)) this.known.delete(event)
    this.readAgain()
  }
}
