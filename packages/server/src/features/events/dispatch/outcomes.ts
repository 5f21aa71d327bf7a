// The outcomes of attempts: counted at once, and recorded in the database in groups.
import type { KeptAttempt, Outcome } from '../attempts.ts'
import { withAttempt } from '../attempts.ts'
import { nextAttempt } from '../retry-schedule.ts'
import { deliveryCounters } from './delivery-worker-protocol.ts'
import type { AttemptOutcome, DispatchStore } from './dispatch-store.ts'
import type { DeliveryContent, Endpoint, EndpointQueue, PendingDelivery } from './endpoint-queue.ts'

// Outcomes within this time are recorded in one transaction.
const gatherMilliseconds = 20
const mostUnrecorded = 500

/** An outcome that is not recorded yet. */
export interface UnrecordedOutcome extends AttemptOutcome {
  queue: EndpointQueue
}

export interface OutcomeRecorderNeeds {
  store: Pick<DispatchStore, 'record'>
  /** Called when outcomes have been recorded. */
  onRecorded(outcomes: readonly UnrecordedOutcome[]): void
  onFault(error: unknown): void
}

export class OutcomeRecorder {
  private unrecorded: UnrecordedOutcome[] = []
  private recording: Promise<void> | null = null
  private timer: ReturnType<typeof setTimeout> | null = null

  constructor(private readonly needs: OutcomeRecorderNeeds) {}

  /** Whether so many are unrecorded that nothing more should be sent. */
  get isFull(): boolean {
    return this.unrecorded.length >= mostUnrecorded
  }

  add(outcome: UnrecordedOutcome): void {
    this.unrecorded.push(outcome)
    this.recordSoon()
  }

  /** Tries again if something is left that could not be recorded. */
  retry(): void {
    if (this.unrecorded.length > 0) this.recordSoon()
  }

  /** Records all outcomes; if that fails, they are kept. */
  async record(): Promise<void> {
    while (this.recording) await this.recording
    const outcomes = this.unrecorded
    if (outcomes.length === 0) return
    this.unrecorded = []
    this.recording = this.needs.store
      .record(outcomes)
      .catch((error) => {
        this.unrecorded = [...outcomes, ...this.unrecorded]
        throw error
      })
      .finally(() => {
        this.recording = null
      })
    await this.recording
    this.needs.onRecorded(outcomes)
  }

  private recordSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null
      void this.record().catch((error) => this.needs.onFault(error))
    }, gatherMilliseconds)
  }
}

/** What an attempt at a delivery means for its row. `now` in milliseconds. */
export function outcomeOf(
  endpoint: Endpoint,
  { event, next_at, tries: before, content }: PendingDelivery & { content: DeliveryContent },
  { outcome, attempt, now }: { outcome: Outcome; attempt: KeptAttempt; now: number },
): AttemptOutcome {
  const tries = before + 1
  const next = outcome === 'failed' ? nextAttempt(tries, now) : null
  return {
    endpoint,
    outcome,
    at: attempt.at,
    was: { event_id: event, endpoint_id: endpoint.id, next_at, tries: before },
    becomes: {
      next_at: next,
      tries,
      failed: Number(outcome !== 'delivered' && next === null),
      attempts: withAttempt(content.attempts, attempt),
    },
  }
}

/** Counts an outcome in the memory that the main thread reads its metrics from. */
export function countOutcome(counters: Int32Array, { outcome, becomes }: AttemptOutcome): void {
  if (outcome === 'delivered') {
    Atomics.add(counters, deliveryCounters.delivered, 1)
    return
  }
  // If it was withheld, nothing was sent.
  if (outcome !== 'withheld') Atomics.add(counters, deliveryCounters.failedAttempts, 1)
  if (becomes.next_at === null) Atomics.add(counters, deliveryCounters.givenUp, 1)
}
