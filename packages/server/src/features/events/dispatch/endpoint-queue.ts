// The pending deliveries of one endpoint, and how many of them are sent at a time.

/** A delivery that is due. */
export interface PendingDelivery {
  /** The number of its event. */
  event: number
  /** 0 if it was never attempted. */
  next_at: number
  tries: number
  /** Null if it is to be read just before it is sent. */
  content: DeliveryContent | null
}

/** What is sent. */
export interface DeliveryContent {
  /** The event's public identifier. */
  id: string
  type: string
  body: string
  /** The previous attempts with their results. */
  attempts: string
}

/** An endpoint that receives deliveries. */
export interface Endpoint {
  id: number
  public_id: string
  user_id: number
  url: string
  /** As `secrets.ts` reads them. */
  secrets: string
  /** The scopes that its credential has now; null if its owner created it. */
  scopes: string | null
  failing_since: number | null
  /** Changes whenever its owner changes the endpoint. */
  updated_at: number
}

// For an endpoint that answers well. One that is new or has failed starts with few, so that endpoints that hang take up
// hardly anything.
const mostInFlight = 64
const firstInFlight = 2
// One attempt in this many is a retry, even if there are always some that were never attempted.
const retryEvery = 4

/**
 * The queue of an endpoint: first attempts in the order of the events, with retries in between. The number of attempts
 * in flight doubles with each round that succeeds and halves with each failure.
 */
export class EndpointQueue {
  /** When the endpoint was last leased, by the clock of this process. */
  leasedAt = 0
  private isFilling = false
  /** It has answered that it is gone: nothing more is sent to it. */
  isGone = false
  /** First attempts have been read up to this event since the last poll; and whether those were all. */
  readUpTo = 0
  private isRead = false
  inFlight = 0
  private readonly firstAttempts: PendingDelivery[] = []
  private readonly retries: PendingDelivery[] = []
  private readonly known = new Set<number>()
  /** Events recorded while more were being read: that read may have seen them as they were before. */
  private readonly recordedMeanwhile: number[] = []
  private isStale = false
  private limit = firstInFlight
  private started = 0

  constructor(
    private current: Endpoint,
    private readAt: number,
  ) {}

  get endpoint(): Endpoint {
    return this.current
  }

  /** Updates the endpoint to what was read at `readAt` (this process's clock), unless it is out of date. */
  update(endpoint: Endpoint, readAt: number): void {
    if (readAt < this.readAt) return
    this.current = endpoint
    this.readAt = readAt
  }

  /** Whether to read more pending deliveries. */
  get wantsMore(): boolean {
    return !this.isFilling && !this.isRead && !this.isGone && this.firstAttempts.length < this.limit
  }

  get isIdle(): boolean {
    return this.known.size === 0 && !this.isFilling
  }

  /** Whether there is something to send now. */
  get isReady(): boolean {
    return (
      this.inFlight < this.limit && !this.isGone && (this.firstAttempts.length > 0 || this.retries.length > 0)
    )
  }

  /** How many to read at once. */
  get batchSize(): number {
    return 2 + 2 * this.limit
  }

  /** Reads from the beginning next time, because there may be more by now. */
  rewind(): void {
    this.readUpTo = 0
    this.isRead = false
  }

  /** Adds what `read` gives, one read at a time; `isAll` if no other first attempts are pending. */
  async fill(read: () => Promise<{ deliveries: readonly PendingDelivery[]; isAll: boolean }>): Promise<void> {
    this.isFilling = true
    this.isStale = false
    try {
      const { deliveries, isAll } = await read()
      if (!this.isStale) this.add(deliveries, isAll)
    } finally {
      this.isFilling = false
      for (const event of this.recordedMeanwhile.splice(0)) this.known.delete(event)
    }
  }

  /** Adds what was read, except what is in the queue already. */
  private add(deliveries: readonly PendingDelivery[], isAll: boolean): void {
    this.isRead = isAll
    for (const delivery of deliveries) {
      if (delivery.next_at === 0) this.readUpTo = Math.max(this.readUpTo, delivery.event)
      if (this.known.has(delivery.event)) continue
      this.known.add(delivery.event)
      const lane = delivery.next_at === 0 ? this.firstAttempts : this.retries
      lane.push(delivery)
    }
  }

  /** Takes the next delivery to send, which counts as in flight from now on. */
  take(): PendingDelivery | undefined {
    const isRetryDue = this.firstAttempts.length === 0 || this.started % retryEvery === retryEvery - 1
    const next = (isRetryDue ? this.retries.shift() : undefined) ?? this.firstAttempts.shift()
    if (!next) return undefined
    this.started++
    this.inFlight++
    return next
  }

  /** Ends an attempt, after which more or fewer are sent at once. */
  finish(result: 'success' | 'failure'): void {
    this.inFlight--
    this.limit = result === 'success' ? Math.min(mostInFlight, this.limit + 1) : Math.max(1, this.limit >> 1)
  }

  /** Drops a delivery that was taken and isn't sent after all. */
  drop(event: number): void {
    this.inFlight--
    this.forget(event)
  }

  /** Forgets a delivery: its outcome is recorded, or another process takes care of it. */
  forget(event: number): void {
    if (this.isFilling) this.recordedMeanwhile.push(event)
    else this.known.delete(event)
  }

  /** Drops everything that has not been sent: it stays pending in the database. */
  clear(): void {
    this.isStale = true
    for (const lane of [this.firstAttempts, this.retries])
      for (const { event } of lane.splice(0)) this.known.delete(event)
    this.rewind()
  }
}
