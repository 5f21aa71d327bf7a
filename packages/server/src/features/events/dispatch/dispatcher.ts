// Sends what is due: finds the endpoints with pending deliveries, and sends to each as much as it can take.
import { unixSeconds } from '../../../platform/time/clock.ts'
import { type Attempted, withheld } from '../attempts.ts'
import type { FanoutScheduler } from '../fanout-scheduler.ts'
import { readableEvents } from '../outbox-store.ts'
import { AttemptRunner, type AttemptRunnerNeeds } from './attempt-runner.ts'
import type { DispatchStore } from './dispatch-store.ts'
import { type DeliveryContent, type Endpoint, EndpointQueue, type PendingDelivery } from './endpoint-queue.ts'
import { isExpired, Leases } from './leases.ts'
import { countOutcome, OutcomeRecorder, outcomeOf, type UnrecordedOutcome } from './outcomes.ts'
import { Slots } from './slots.ts'

export interface DispatcherNeeds extends AttemptRunnerNeeds {
  store: DispatchStore
  fanouts: FanoutScheduler
  /** See `DeliveryWorkerOrders.sent`. */
  sent: Int32Array
}

// How many endpoints are remembered because their last attempt succeeded.
const mostRemembered = 10_000
// A success that took this long is no reason to send more at once.
const slowMilliseconds = 5000
const stopMilliseconds = 2500

export class Dispatcher {
  private readonly leases: Leases
  private readonly attempts: AttemptRunner
  private readonly outcomes: OutcomeRecorder
  private readonly queues = new Map<number, EndpointQueue>()
  private readonly slots = new Slots()
  /** Queues that wait for a slot. */
  private readonly blocked = new Set<EndpointQueue>()
  /** Endpoints whose last attempt succeeded, in the order of those attempts. */
  private readonly healthy = new Set<number>()
  private inFlight = 0
  private polling: Promise<void> | null = null
  private isDatabaseUp = true
  private hasMoreFanouts = false
  private isStopping = false

  constructor(private readonly needs: DispatcherNeeds) {
    this.leases = new Leases(needs.store)
    this.attempts = new AttemptRunner(needs)
    this.outcomes = new OutcomeRecorder({
      store: needs.store,
      onRecorded: (outcomes) => this.continueAfter(outcomes),
      onFault: (error) => this.reportFault(error),
    })
  }

  /** Sends what has become due. If the database is away, the next poll does it. */
  poll(): Promise<void> {
    this.polling ??= this.pollOnce()
      .then(
        () => this.reportRecovery(),
        (error) => this.reportFault(error),
      )
      .finally(() => {
        this.polling = null
        // The rest of the fan-outs is expanded after due deliveries have been sent.
        if (this.hasMoreFanouts && this.isDatabaseUp) setTimeout(() => void this.poll(), 0)
        this.hasMoreFanouts = false
      })
    return this.polling
  }

  /** Waits a moment for attempts in flight, and records their outcomes; the next process sends the rest. */
  async stop(): Promise<void> {
    this.isStopping = true
    for (const queue of this.queues.values()) queue.clear()
    await this.polling
    const deadline = performance.now() + stopMilliseconds
    while (this.inFlight > 0 && performance.now() < deadline) await Bun.sleep(10)
    this.attempts.cancelAll()
    while (this.inFlight > 0) await Bun.sleep(1)
    await this.outcomes.record().catch((error) => this.reportFault(error))
    await this.leases.releaseAll().catch(() => undefined)
  }

  private async pollOnce(): Promise<void> {
    if (this.isStopping) return
    const { fanouts, now } = this.needs
    this.hasMoreFanouts = await fanouts.run(() => this.isStopping)
    const readAt = performance.now()
    const due = await this.leases.due(unixSeconds(now()))
    await this.lease(due, readAt)
    this.dropOthers(new Set(due.map(({ id }) => id)))
    for (const { id } of due) {
      const queue = this.queues.get(id)
      if (!queue) continue
      // Another node may have committed events with lower numbers since.
      queue.rewind()
      this.send(queue)
    }
    this.outcomes.retry()
  }

  /** Leases the endpoints, and applies their owners' changes to their queues. */
  private async lease(due: Endpoint[], readAt: number): Promise<void> {
    const { granted, refused, at } = await this.leases.renew(due, (id) => this.queues.get(id)?.leasedAt)
    for (const id of refused) this.queues.get(id)?.clear()
    for (const endpoint of due) {
      let queue = this.queues.get(endpoint.id)
      if (!queue && granted.has(endpoint.id)) {
        queue = new EndpointQueue(endpoint, readAt)
        this.queues.set(endpoint.id, queue)
      }
      if (!queue) continue
      queue.update(endpoint, readAt)
      if (granted.has(endpoint.id)) queue.leasedAt = at
    }
  }

  /** Drops what is pending for endpoints that are off or deleted, or that another process has leased. */
  private dropOthers(due: ReadonlySet<number>): void {
    for (const [id, queue] of this.queues) {
      if (due.has(id)) continue
      queue.clear()
      if (queue.isIdle) this.queues.delete(id)
    }
  }

  /** Starts as many attempts of a queue as may be in flight, and reads more deliveries. */
  private send(queue: EndpointQueue): void {
    if (isExpired(queue.leasedAt)) {
      queue.clear()
      return
    }
    while (!this.isStopping && queue.isReady && !this.outcomes.isFull) {
      const { id, user_id } = queue.endpoint
      const release = this.slots.take(user_id, !this.healthy.has(id))
      if (!release) {
        this.blocked.add(queue)
        return
      }
      const delivery = queue.take()
      if (delivery)
        void this.deliver(queue, delivery)
          .finally(release)
          .then(() => this.sendNext(queue))
      else release()
    }
    if (!this.isStopping && queue.wantsMore && !this.blocked.has(queue)) void this.fill(queue)
  }

  /** Offers a free slot to waiting queues first, beginning with the accounts that have the fewest slots. */
  private sendNext(queue: EndpointQueue): void {
    const blocked = [...this.blocked].map((waiting) => ({
      waiting,
      taken: this.slots.of(waiting.endpoint.user_id),
    }))
    for (const { waiting } of blocked.sort((one, other) => one.taken - other.taken)) {
      if (this.slots.isFull) break
      this.blocked.delete(waiting)
      this.send(waiting)
    }
    this.send(queue)
  }

  private async fill(queue: EndpointQueue): Promise<void> {
    const most = queue.batchSize
    const now = unixSeconds(this.needs.now())
    try {
      await queue.fill(async () => {
        const after = queue.readUpTo
        const { id } = queue.endpoint
        const { firstAttempts, retries } = await this.needs.store.pending(id, { after, now, most })
        // Read after the deliveries, so that an owner's change applies to all events that happened after it.
        const readAt = performance.now()
        const endpoint = await this.needs.store.endpoint(id)
        if (!endpoint) return { deliveries: [], isAll: true }
        queue.update(endpoint, readAt)
        return { deliveries: [...firstAttempts, ...retries], isAll: firstAttempts.length < most }
      })
    } catch (error) {
      this.reportFault(error)
      return
    }
    if (this.isStopping) queue.clear()
    else this.send(queue)
  }

  private async deliver(queue: EndpointQueue, delivery: PendingDelivery): Promise<void> {
    const { endpoint } = queue
    this.inFlight++
    const content = delivery.content ?? (await this.readContent(endpoint, delivery))
    if (!content) {
      this.inFlight--
      queue.drop(delivery.event)
      return
    }
    const isReadable = readableEvents([content.type], endpoint.scopes).length > 0
    const attempted = isReadable
      ? await this.attempts.run(endpoint, content)
      : withheld(endpoint.url, this.needs.now())
    this.inFlight--
    this.finish(queue, { ...delivery, content }, { endpoint, ...attempted })
  }

  /** The content of a retry; undefined if it was deleted, or the database is away. */
  private async readContent(
    endpoint: Endpoint,
    { event }: PendingDelivery,
  ): Promise<DeliveryContent | undefined> {
    try {
      return await this.needs.store.content(endpoint.id, event)
    } catch (error) {
      this.reportFault(error)
      return undefined
    }
  }

  /** Adapts the queue to the outcome of an attempt, and records it. */
  private finish(
    queue: EndpointQueue,
    delivery: PendingDelivery & { content: DeliveryContent },
    { endpoint, outcome, attempt }: Attempted & { endpoint: Endpoint },
  ): void {
    const isHealthy = outcome === 'delivered' && attempt.milliseconds < slowMilliseconds
    queue.finish(isHealthy ? 'success' : 'failure')
    this.healthy.delete(endpoint.id)
    if (isHealthy) this.remember(endpoint.id)
    if (outcome === null) {
      queue.forget(delivery.event)
      return
    }
    if (outcome === 'gone') {
      queue.isGone = true
      queue.clear()
    }
    const result = outcomeOf(endpoint, delivery, { outcome, attempt, now: this.needs.now() })
    countOutcome(this.needs.sent, result)
    this.outcomes.add({ queue, ...result })
  }

  private remember(endpointId: number): void {
    this.healthy.add(endpointId)
    for (const oldest of this.healthy) {
      if (this.healthy.size <= mostRemembered) break
      this.healthy.delete(oldest)
    }
  }

  /** Recorded deliveries leave their queues, which continue with the next ones. */
  private continueAfter(outcomes: readonly UnrecordedOutcome[]): void {
    this.reportRecovery()
    for (const { queue, was } of outcomes) queue.forget(was.event_id)
    for (const queue of new Set(outcomes.map(({ queue }) => queue)))
      if (queue.isGone) this.queues.delete(queue.endpoint.id)
      else this.send(queue)
  }

  private reportRecovery(): void {
    if (!this.isDatabaseUp) this.needs.log.info('the database is available again; resuming deliveries')
    this.isDatabaseUp = true
  }

  private reportFault(error: unknown): void {
    if (this.isDatabaseUp)
      this.needs.log.warn('deliveries are waiting for the database', {
        reason: error instanceof Error ? error.message : String(error),
      })
    this.isDatabaseUp = false
  }
}
