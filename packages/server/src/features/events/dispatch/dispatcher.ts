// Sends what is due: looks which endpoints have something waiting, and sends to each as much as it takes.
import { hostname } from 'node:os'
import type { Outgoing } from '../../../platform/net/outgoing/index.ts'
import type { Log } from '../../../platform/observability/log.ts'
import type { Tracing } from '../../../platform/observability/tracing/index.ts'
import { randomText } from '../../../platform/security/ids.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { unixSeconds } from '../../../platform/time/clock.ts'
import { type Attempted, attemptDelivery, type Outcome, withAttempt, withheld } from '../attempts.ts'
import { deliveryCounters } from './delivery-worker-protocol.ts'
import type { DispatchStore, Ended } from './dispatch-store.ts'
import type { FanoutScheduler } from '../fanout-scheduler.ts'
import { readable } from '../outbox-store.ts'
import { type Content, Queue, type Target, type Waiting } from './endpoint-queue.ts'
import { nextAttempt } from '../retry-schedule.ts'
import { readSecrets, sealingContext } from '../secrets.ts'
import { Slots } from './slots.ts'

export interface DispatcherNeeds {
  store: DispatchStore
  fanouts: FanoutScheduler
  outgoing: Outgoing
  secrets: Pick<Secrets, 'open'>
  /** Milliseconds since the Unix epoch. */
  now(): number
  log: Log
  /** See `DeliveryWorkerOrders.sent`. */
  sent: Int32Array
  tracing: Tracing | null
}

// One process sends to an endpoint until its lease ends. It renews it long before that; where it has died, another one
// goes on soon after.
const leaseSeconds = 10
const renewMilliseconds = 3000
// Endpoints that answered well the last time, and are remembered for it.
const mostRemembered = 10_000
// Secrets that were opened and are remembered.
const mostOpened = 1000
// What came of attempts is written down together.
const gatherMilliseconds = 20
const mostUnwritten = 500
// An attempt that took so long is no reason to send more at once.
const slowMilliseconds = 5000
const stopMilliseconds = 2500

/** What came of an attempt, to be written down. */
interface Unwritten extends Ended {
  queue: Queue
}

export class Dispatcher {
  /** Names this process in leases; on SQLite there is only one, which goes on with what the one before it had. */
  private readonly name: string
  private readonly queues = new Map<number, Queue>()
  private readonly slots = new Slots()
  /** Queues that wait for a slot. */
  private readonly held = new Set<Queue>()
  /** Endpoints whose last attempt went well, in the order in which they did. */
  private readonly well = new Set<number>()
  private inFlight = 0
  private unwritten: Unwritten[] = []
  private writing: Promise<void> | null = null
  private gathering: ReturnType<typeof setTimeout> | null = null
  private looking: Promise<void> | null = null
  private isFine = true
  /** Whether events wait to be expanded. */
  private hasMore = false
  private stopping = false
  private readonly giveUp = new AbortController()
  private readonly opened = new Map<string, string | null>()

  constructor(private readonly needs: DispatcherNeeds) {
    this.name = needs.store.isAlone ? 'server' : `${hostname()}.${randomText(12)}`
  }

  /** Sends what has become due. Also where the database is away: then the next look does it. */
  look(): Promise<void> {
    this.looking ??= this.lookOnce()
      .then(
        () => this.tellFine(),
        (error) => this.tellFault(error),
      )
      .finally(() => {
        this.looking = null
        // What is left to be expanded comes next, after what is due was sent.
        if (this.hasMore && this.isFine) setTimeout(() => void this.look(), 0)
        this.hasMore = false
      })
    return this.looking
  }

  /** Waits a moment for what is on its way, and writes down what came of it; the rest is sent by whoever comes next. */
  async stop(): Promise<void> {
    this.stopping = true
    for (const queue of this.queues.values()) queue.clear()
    await this.looking
    const deadline = performance.now() + stopMilliseconds
    while (this.inFlight > 0 && performance.now() < deadline) await Bun.sleep(10)
    this.giveUp.abort()
    while (this.inFlight > 0) await Bun.sleep(1)
    await this.write().catch((error) => this.tellFault(error))
    await this.needs.store.release(this.name).catch(() => undefined)
  }

  private async lookOnce(): Promise<void> {
    if (this.stopping) return
    const { store, fanouts, now } = this.needs
    this.hasMore = await fanouts.run(() => this.stopping)
    const readAt = performance.now()
    const due = await store.due(this.name, unixSeconds(now()))
    await this.lease(due, readAt)
    const isDue = new Set(due.map(({ id }) => id))
    for (const [id, queue] of this.queues) {
      // Switched off, deleted, or another's: what it has not sent is no longer for this process to send.
      if (!isDue.has(id)) queue.clear()
      if (!isDue.has(id) && queue.isIdle) this.queues.delete(id)
    }
    for (const { id } of due) {
      const queue = this.queues.get(id)
      if (!queue) continue
      // What another node wrote with a smaller number may have been committed since.
      queue.readAgain()
      this.send(queue)
    }
    if (this.unwritten.length > 0) this.gather()
  }

  /** Leases endpoints that are new here or whose lease is older, and hears what their owners have changed. */
  private async lease(due: Target[], readAt: number): Promise<void> {
    const now = performance.now()
    const unsure = due.filter(
      ({ id }) => now - (this.queues.get(id)?.leasedAt ?? -Infinity) > renewMilliseconds,
    )
    const leased =
      unsure.length > 0
        ? await this.needs.store.lease(
            this.name,
            unsure.map(({ id }) => id),
            leaseSeconds,
          )
        : new Set<number>()
    for (const { id } of unsure) if (!leased.has(id)) this.queues.get(id)?.clear()
    for (const target of due) {
      let queue = this.queues.get(target.id)
      if (!queue && leased.has(target.id)) {
        queue = new Queue(target, readAt)
        this.queues.set(target.id, queue)
      }
      if (!queue) continue
      queue.hear(target, readAt)
      if (leased.has(target.id)) queue.leasedAt = now
    }
  }

  /** Sends as much of a queue as may be on its way, and reads on. */
  private send(queue: Queue): void {
    // The database has not been heard of for so long that another process may be sending there.
    if (performance.now() - queue.leasedAt > leaseSeconds * 1000) {
      queue.clear()
      return
    }
    while (!this.stopping && queue.isReady && this.unwritten.length < mostUnwritten) {
      const { id, user_id } = queue.target
      const release = this.slots.take(user_id, !this.well.has(id))
      if (!release) {
        this.held.add(queue)
        return
      }
      const delivery = queue.take()
      if (delivery)
        void this.deliver(queue, delivery)
          .finally(release)
          .then(() => this.sendOn(queue))
      else release()
    }
    if (!this.stopping && queue.wantsMore && !this.held.has(queue)) void this.fill(queue)
  }

  /** A slot is free: those who wait for one come first, and of them the accounts that have the fewest. */
  private sendOn(queue: Queue): void {
    const waiting = [...this.held].map((held) => ({ held, taken: this.slots.of(held.target.user_id) }))
    for (const { held } of waiting.sort((one, other) => one.taken - other.taken)) {
      if (this.slots.isFull) break
      this.held.delete(held)
      this.send(held)
    }
    this.send(queue)
  }

  private async fill(queue: Queue): Promise<void> {
    const most = queue.portion
    const now = unixSeconds(this.needs.now())
    try {
      await queue.fill(async () => {
        const after = queue.readUpTo
        const { id } = queue.target
        const { fresh, again } = await this.needs.store.waiting(id, { after, now, most })
        // After them: what its owner has changed before an event happened holds for that event.
        const readAt = performance.now()
        const target = await this.needs.store.target(id)
        if (!target) return { deliveries: [], isAll: true }
        queue.hear(target, readAt)
        return { deliveries: [...fresh, ...again], isAll: fresh.length < most }
      })
    } catch (error) {
      this.tellFault(error)
      return
    }
    if (this.stopping) queue.clear()
    else this.send(queue)
  }

  private async deliver(queue: Queue, delivery: Waiting): Promise<void> {
    const { target } = queue
    const { outgoing, now, log } = this.needs
    this.inFlight++
    const content = delivery.content ?? (await this.read(target, delivery))
    if (!content) {
      this.inFlight--
      queue.giveUp(delivery.event)
      return
    }
    const attempted =
      readable([content.type], target.scopes).length > 0
        ? await attemptDelivery(outgoing, {
            url: target.url,
            event: content,
            secrets: this.secretsOf(target),
            now,
            log,
            signal: this.giveUp.signal,
          })
        : withheld(target.url, now())
    this.inFlight--
    if (attempted.outcome !== 'withheld') this.trace(attempted)
    const isWell = attempted.outcome === 'delivered' && attempted.attempt.milliseconds < slowMilliseconds
    queue.end(isWell ? 'well' : 'badly')
    this.well.delete(target.id)
    if (isWell) this.remember(target.id)
    this.ended(queue, target, { ...delivery, content }, attempted)
  }

  /** What is sent of a delivery that is tried again; nothing where it is gone, or the database is away. */
  private async read(target: Target, { event }: Waiting): Promise<Content | undefined> {
    try {
      return await this.needs.store.content(target.id, event)
    } catch (error) {
      this.tellFault(error)
      return undefined
    }
  }

  private remember(endpointId: number): void {
    this.well.add(endpointId)
    for (const oldest of this.well) {
      if (this.well.size <= mostRemembered) break
      this.well.delete(oldest)
    }
  }

  private ended(
    queue: Queue,
    target: Target,
    { event, next_at, tries: before, content }: Waiting & { content: Content },
    { outcome, attempt }: Attempted,
  ): void {
    if (outcome === null) {
      queue.forget(event)
      return
    }
    if (outcome === 'gone') {
      queue.isGone = true
      queue.clear()
    }
    const tries = before + 1
    const next = outcome === 'failed' ? nextAttempt(tries, this.needs.now()) : null
    this.count(outcome, next === null)
    this.unwritten.push({
      queue,
      endpoint: target,
      outcome,
      at: attempt.at,
      was: { event_id: event, endpoint_id: target.id, next_at, tries: before },
      becomes: {
        next_at: next,
        tries,
        failed: Number(outcome !== 'delivered' && next === null),
        attempts: withAttempt(content.attempts, attempt),
      },
    })
    this.gather()
  }

  /** Whose endpoint it is, and where, is nothing for a collector. */
  private trace({ outcome, attempt }: Attempted): void {
    const { milliseconds } = attempt
    this.needs.tracing?.record('deliver', {
      kind: 'client',
      begun: Date.now() - milliseconds,
      milliseconds,
      attributes: { 'http.request.method': 'POST', 'linnet.outcome': outcome ?? 'given up' },
      failed: outcome !== 'delivered',
    })
  }

  private count(outcome: Outcome, isLast: boolean): void {
    const { sent } = this.needs
    if (outcome === 'delivered') Atomics.add(sent, deliveryCounters.delivered, 1)
    else {
      // Of what is withheld, nothing was sent.
      if (outcome !== 'withheld') Atomics.add(sent, deliveryCounters.failedAttempts, 1)
      if (isLast) Atomics.add(sent, deliveryCounters.givenUp, 1)
    }
  }

  private gather(): void {
    this.gathering ??= setTimeout(() => {
      this.gathering = null
      void this.write().catch((error) => this.tellFault(error))
    }, gatherMilliseconds)
  }

  /** Writes down what came of attempts; where that fails it is kept, and nothing new is sent once there is too much. */
  private async write(): Promise<void> {
    while (this.writing) await this.writing
    const some = this.unwritten
    if (some.length === 0) return
    this.unwritten = []
    this.writing = this.needs.store
      .end(some)
      .catch((error) => {
        this.unwritten = [...some, ...this.unwritten]
        throw error
      })
      .finally(() => {
        this.writing = null
      })
    await this.writing
    this.tellFine()
    for (const { queue, was } of some) queue.forget(was.event_id)
    for (const queue of new Set(some.map(({ queue }) => queue)))
      if (queue.isGone) this.queues.delete(queue.target.id)
      else this.send(queue)
  }

  /** The secrets that are valid now, opened, the oldest first. */
  private secretsOf({ public_id, secrets }: Target): string[] {
    return readSecrets(secrets, unixSeconds(this.needs.now())).flatMap(({ sealed }) => {
      const context = sealingContext(public_id)
      const key = `${context} ${sealed}`
      let secret = this.opened.get(key)
      if (secret === undefined) {
        secret = this.needs.secrets.open(sealed, context)
        if (this.opened.size >= mostOpened) this.opened.clear()
        this.opened.set(key, secret)
      }
      return secret ?? []
    })
  }

  private tellFine(): void {
    if (!this.isFine) this.needs.log.info('the database is back; deliveries go on')
    this.isFine = true
  }

  private tellFault(error: unknown): void {
    if (this.isFine)
      this.needs.log.warn('deliveries wait for the database', {
        reason: error instanceof Error ? error.message : String(error),
      })
    this.isFine = false
  }
}
