// Records clicks in the journal of this process, and runs the click worker that counts them.
import { ownText } from '../../platform/concurrency/bounded-cache.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { LastClicks } from './counting/last-clicks.ts'
import { PendingClicks } from './counting/pending-clicks.ts'
import { ClickWorkerClient } from './counting/worker-client.ts'
import { type ClickWorkerOrders, clickCounterBytes } from './counting/worker-protocol.ts'
import type { WorkerNumber } from './journal/folder.ts'
import { mostTextBytes } from './journal/format.ts'
import { type OpenJournals, openJournals } from './journal/opening.ts'
import { JournalWriter } from './journal/writer.ts'
import type { ClickStore } from './store.ts'
import type { VisitorSalts } from './visitors/daily-salts.ts'
import { createRefererHost } from './visitors/referers.ts'

export interface Visit {
  /** The number of a link, or what `subjectNumber` returns. */
  linkId: number
  userId: number
  address: string
  userAgent: string
  /** The `Referer` header. */
  referer: string | null
  qr: boolean
  /** The rule that decided and the destination that it chose, by their numbers in the link, from 1 to 65,535; 0: none did. */
  rule?: number
  destination?: number
  /** Where the link was shared, as `placementIn` reads it; empty: unknown. */
  placement?: string
}

export interface ClickMetrics {
  /** Clicks that this process has recorded. */
  kept: number
  /** Recorded, and not in the statistics yet. */
  waiting: number
  /** How long the oldest pending click has been pending, to the second. */
  lagSeconds: number
  journalBytes: number
  /** Batches that were counted, and attempts that failed. */
  batches: number
  failures: number
}

export interface RecordingNeeds extends Omit<ClickWorkerOrders, 'journals' | 'counted'> {
  clock: Clock
  log: Log
  store: ClickStore
  salts: VisitorSalts
  clickWorkerFile: URL
  /** Which of the processes that share `dataDirectory` this is. */
  place: WorkerNumber
}

const pollMilliseconds = 1000

export class Recording {
  /** How many clicks could not be recorded, because the disk was full. */
  uncounted = 0
  private readonly writer: JournalWriter
  private readonly worker: ClickWorkerClient
  private readonly lastClicks = new LastClicks()
  private readonly pending: PendingClicks
  private readonly refererHost: ReturnType<typeof createRefererHost>
  private readonly stopPolling: () => void

  private constructor(
    private readonly needs: RecordingNeeds,
    private readonly journals: OpenJournals,
  ) {
    const { own, all, hasBacklog } = journals
    this.writer = new JournalWriter(own.path, own.firstLive)
    this.worker = new ClickWorkerClient({
      orders: { ...ordersOf(needs), journals: all, counted: new SharedArrayBuffer(clickCounterBytes) },
      clickWorkerFile: needs.clickWorkerFile,
      onLeftoversCounted: () => this.releaseLeftovers(),
      log: needs.log,
    })
    const { writer, worker, lastClicks } = this
    this.pending = new PendingClicks({ writer, worker, lastClicks, hasBacklog })
    this.refererHost = createRefererHost(new Set([needs.shortHost]))
    const { clock } = needs
    this.stopPolling = clock.every(pollMilliseconds, async () => this.pending.poll(clock.elapsed()))
  }

  /** Opens this process's journal and those that dead processes left, and starts the worker that counts them. */
  static async start(needs: RecordingNeeds): Promise<Recording> {
    return new Recording(needs, await openJournals(needs.store, needs.dataDirectory, needs.place))
  }

  /** Records a click: once this returns, the click is in the journal and survives if the process is killed. */
  record({ linkId, userId, address, userAgent, referer, qr, rule, destination, placement }: Visit): void {
    const at = this.needs.clock.now()
    const { high, low, country } = this.needs.salts.visitor(address, at)
    try {
      this.writer.append({
        at,
        linkId,
        userId,
        visitorHigh: high,
        visitorLow: low,
        country,
        userAgent: userAgent.length > mostTextBytes ? ownText(userAgent.slice(0, mostTextBytes)) : userAgent,
        referer: this.refererHost(referer),
        qr,
        rule,
        destination,
        placement,
      })
      this.lastClicks.note(userId, this.writer.written)
    } catch (error) {
      // The visitor gets an answer anyway; the operator must know that the click isn't counted.
      if (this.uncounted++ === 0)
        this.needs.log.error('clicks are not counted: the journal cannot be written', error)
    }
  }

  /** See `Clicks.settleHere`. */
  settle(userId: number | null): Promise<void> {
    return this.pending.settle(userId)
  }

  /** Resolves once all clicks of this process are counted, however many there are. */
  settleAll(): Promise<void> {
    return this.pending.settleAll()
  }

  /** Resolves once the clicks that dead processes left are counted. */
  settleLeftovers(): Promise<void> {
    return this.pending.settleLeftovers()
  }

  metrics(): ClickMetrics {
    return {
      kept: this.writer.written,
      waiting: this.pending.count,
      lagSeconds: this.pending.lagSeconds(this.needs.clock.elapsed()),
      ...this.worker.metrics,
      journalBytes: this.journals.bytes(),
    }
  }

  async stop(): Promise<void> {
    this.stopPolling()
    await this.worker.stop(this.writer.written)
    this.writer.close()
    this.journals.releaseAll()
  }

  /** Another process may write to these journals from now on. */
  private releaseLeftovers(): void {
    this.pending.leftoversCounted()
    this.journals.releaseLeftovers()
  }
}

/** The orders contain only what can be copied to another thread. */
function ordersOf(needs: RecordingNeeds): Omit<ClickWorkerOrders, 'journals' | 'counted'> {
  const { databaseUrl, dataDirectory, writerQueue, logLevel, tracing, shortHost, keepClicks, heartbeat } =
    needs
  return { databaseUrl, dataDirectory, writerQueue, logLevel, tracing, shortHost, keepClicks, heartbeat }
}
