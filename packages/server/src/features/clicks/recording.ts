// This process's clicks on their way into the statistics: its journal, and the click worker that counts what is in it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ownText } from '../../platform/concurrency/bounded-cache.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { Lag } from './counting/lag.ts'
import { LastClicks } from './counting/last-clicks.ts'
import { ClickWorkerClient, soon } from './counting/worker-client.ts'
import { type ClickWorkerOrders, clickCounterBytes } from './counting/worker-protocol.ts'
import { claimJournals, type JournalFolder, journalBytes, type Place, segmentsOf } from './journal/folder.ts'
import { textBytes } from './journal/format.ts'
import { JournalWriter } from './journal/writer.ts'
import type { ClickStore } from './store.ts'
import type { VisitorSalts } from './visitors/daily-salts.ts'
import { createRefererHost } from './visitors/referers.ts'

export interface Visit {
  /** A link's, or what `subjectNumber` gives. */
  linkId: number
  userId: number
  address: string
  userAgent: string
  /** The `Referer` header. */
  referer: string | null
  qr: boolean
}

export interface ClickMetrics {
  kept: number
  /** Kept, and not in the statistics yet. */
  waiting: number
  /** How long the oldest of these has been waiting, within a second. */
  lagSeconds: number
  journalBytes: number
  /** Batches that were counted, and tries that failed. */
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
  place: Place
}

const lagMilliseconds = 1000
// With more pending clicks than this, queries wait no longer than this, so that very busy accounts delay no others.
const mostAwaited = 10_000
const mostLeftSegments = 2
const patienceMilliseconds = 800

export class Recording {
  /** Clicks that were answered and could not be kept, because the disk was full. */
  uncounted = 0
  private readonly writer: JournalWriter
  private readonly worker: ClickWorkerClient
  private readonly lastClicks = new LastClicks()
  private readonly lag = new Lag()
  private readonly refererHost: ReturnType<typeof createRefererHost>
  private readonly stopMeasuring: () => void
  // What an earlier process answered and left in the journal counts before the first question is answered.
  private leftIsCounted = false

  private constructor(
    private readonly needs: RecordingNeeds,
    private readonly folders: JournalFolder[],
    journals: OpenedJournal[],
    private readonly leftSegments: number,
  ) {
    const { clock, log, clickWorkerFile } = needs
    const [own] = journals
    if (!own) throw new Error(`no journal could be opened in ${needs.dataDirectory}`)
    this.writer = new JournalWriter(own.path, own.firstLive)
    this.worker = new ClickWorkerClient(
      { ...ordersOf(needs), journals, counted: new SharedArrayBuffer(clickCounterBytes) },
      clickWorkerFile,
      () => this.releaseLeft(),
      log,
    )
    this.refererHost = createRefererHost(new Set([needs.shortHost]))
    this.stopMeasuring = clock.every(lagMilliseconds, async () => {
      this.lag.look(clock.elapsed(), this.writer.written, this.writer.written - this.pending())
      this.lastClicks.forget((place) => this.isCounted(place))
    })
  }

  /** Claims this process's journal and those that dead processes left, and starts the worker that counts them. */
  static async start(needs: RecordingNeeds): Promise<Recording> {
    const directory = join(needs.dataDirectory, 'journal')
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const folders = claimJournals(directory, needs.place)
    const opened = await Promise.all(folders.map((folder) => openJournal(needs.store, folder)))
    const leftSegments = opened.reduce((sum, { left }) => sum + left, 0)
    return new Recording(
      needs,
      folders,
      opened.map(({ journal }) => journal),
      leftSegments,
    )
  }

  /** Keeps a click: it is on disk when this returns. */
  record({ linkId, userId, address, userAgent, referer, qr }: Visit): void {
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
        userAgent: userAgent.length > textBytes ? ownText(userAgent.slice(0, textBytes)) : userAgent,
        referer: this.refererHost(referer),
        qr,
      })
      this.lastClicks.note(userId, this.writer.written)
    } catch (error) {
      // The visitor is answered all the same; that the click is not counted must at least be known.
      if (this.uncounted++ === 0)
        this.needs.log.error('clicks go uncounted: the journal cannot be written', error)
    }
  }

  /** Resolves once this process's clicks of an account (null: of all) are counted, or very many are waited for too long. */
  async settle(userId: number | null): Promise<void> {
    const place = userId === null ? this.writer.written : (this.lastClicks.of(userId) ?? 0)
    const isDone = place === 0 || this.isCounted(place)
    if (this.leftIsCounted && isDone) return
    const isCrowded =
      this.pending() > mostAwaited || (!this.leftIsCounted && this.leftSegments > mostLeftSegments)
    await (isCrowded ? soon(this.count(place), patienceMilliseconds) : this.count(place))
  }

  /** Resolves once all clicks of this process are counted, however many they are. */
  async settleAll(): Promise<void> {
    await this.count(this.writer.written)
  }

  /** Resolves once what dead processes left is counted. */
  async catchUp(): Promise<void> {
    if (!this.leftIsCounted) await this.count(0)
  }

  metrics(): ClickMetrics {
    return {
      kept: this.writer.written,
      waiting: this.pending(),
      lagSeconds: this.lag.waits(this.needs.clock.elapsed(), this.writer.written - this.pending()) / 1000,
      ...this.worker.figures,
      journalBytes: this.folders.reduce((sum, { path }) => sum + journalBytes(path), 0),
    }
  }

  async stop(): Promise<void> {
    this.stopMeasuring()
    await this.worker.stop(this.writer.written)
    this.writer.close()
    for (const folder of this.folders) folder.release()
  }

  /** The counters are words of 32 bits that begin again after some 4 billion clicks. */
  private pending(): number {
    return ((this.writer.written | 0) - this.worker.count) | 0
  }

  private isCounted(place: number): boolean {
    return ((place - this.worker.count) | 0) <= 0
  }

  private async count(written: number): Promise<void> {
    await this.worker.settle(written)
    this.leftIsCounted = true
  }

  /** Whoever starts next may write where a dead process has written. */
  private releaseLeft(): void {
    this.leftIsCounted = true
    for (const folder of this.folders.splice(1)) folder.release()
  }
}

type OpenedJournal = ClickWorkerOrders['journals'][number]

async function openJournal(
  store: ClickStore,
  { path, id }: JournalFolder,
): Promise<{ journal: OpenedJournal; left: number }> {
  const progress = await store.progress(id)
  if (progress === null) await store.register(id)
  const left = segmentsOf(path)
  const known = [progress?.position.segment ?? 0, progress?.batch?.end.segment ?? 0, ...left]
  // Higher than any segment that there is or was, so that none of its clicks lies before the position.
  return { journal: { path, id, firstLive: Math.max(...known) + 1 }, left: left.length }
}

/** What the worker is sent: no more than can be copied to another thread. */
function ordersOf(needs: RecordingNeeds): Omit<ClickWorkerOrders, 'journals' | 'counted'> {
  const { databaseUrl, dataDirectory, writerQueue, logLevel, tracing, shortHost, keepClicks, heartbeat } =
    needs
  return { databaseUrl, dataDirectory, writerQueue, logLevel, tracing, shortHost, keepClicks, heartbeat }
}
