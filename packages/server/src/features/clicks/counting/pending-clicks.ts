// The clicks of this process that are in the journal, but not in the statistics yet; and waiting for them.

import { waitAtMost } from '../../../platform/concurrency/wait-at-most.ts'
import type { JournalWriter } from '../journal/writer.ts'
import { Lag } from './lag.ts'
import type { LastClicks } from './last-clicks.ts'
import type { ClickWorkerClient } from './worker-client.ts'

// If more than this is pending, queries wait for `patienceMilliseconds` at most, so that very busy accounts delay no others.
const mostAwaited = 10_000
const patienceMilliseconds = 800

export interface PendingClicksNeeds {
  writer: JournalWriter
  worker: ClickWorkerClient
  lastClicks: LastClicks
  /** Whether earlier processes left so much to be counted that queries don't wait for all of it. */
  hasBacklog: boolean
}

export class PendingClicks {
  private readonly lag = new Lag()
  // Clicks that an earlier process left in the journal are counted before the first query is answered.
  private areLeftoversCounted = false

  constructor(private readonly needs: PendingClicksNeeds) {}

  get count(): number {
    const { writer, worker } = this.needs
    // The worker's counter has 32 bits and wraps around after some 4 billion clicks.
    return ((writer.written | 0) - worker.count) | 0
  }

  /** How long the oldest of them has been pending, to the second. `now` is by the process's own clock. */
  lagSeconds(now: number): number {
    return this.lag.milliseconds(now, this.needs.writer.written - this.count) / 1000
  }

  /** Call this about every second: it keeps track of the lag, and of accounts that have clicks pending. */
  poll(now: number): void {
    const { written } = this.needs.writer
    this.lag.sample(now, written, written - this.count)
    this.needs.lastClicks.forget((place) => this.isCounted(place))
  }

  leftoversCounted(): void {
    this.areLeftoversCounted = true
  }

  /** See `Clicks.settleHere`. */
  async settle(userId: number | null): Promise<void> {
    const { writer, lastClicks, hasBacklog } = this.needs
    const place = userId === null ? writer.written : (lastClicks.of(userId) ?? 0)
    const isDone = place === 0 || this.isCounted(place)
    if (this.areLeftoversCounted && isDone) return
    const areTooMany = this.count > mostAwaited || (!this.areLeftoversCounted && hasBacklog)
    const counted = this.waitFor(place)
    await (areTooMany ? waitAtMost(patienceMilliseconds, counted) : counted)
  }

  settleAll(): Promise<void> {
    return this.waitFor(this.needs.writer.written)
  }

  async settleLeftovers(): Promise<void> {
    if (!this.areLeftoversCounted) await this.waitFor(0)
  }

  private async waitFor(written: number): Promise<void> {
    await this.needs.worker.settle(written)
    this.areLeftoversCounted = true
  }

  private isCounted(place: number): boolean {
    return ((place - this.needs.worker.count) | 0) <= 0
  }
}
