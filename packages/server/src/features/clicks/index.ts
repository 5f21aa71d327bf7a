// Clicks: kept before they are answered, counted soon after. The face of the feature.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../db/database.ts'
import { ownText } from '../../platform/concurrency/bounded-cache.ts'
import { addressGroup, neighbourhood } from '../../platform/net/client-address.ts'
import type { Log, LogLevel } from '../../platform/observability/log.ts'
import type { TracingOptions } from '../../platform/observability/tracing/index.ts'
import { addDays, type Clock, utcDay } from '../../platform/time/clock.ts'
import { Compacting } from './compacting.ts'
import { CompactionStore } from './compaction-store.ts'
import { Lag } from './counting/lag.ts'
import { LastClicks } from './counting/last-clicks.ts'
import { ClickWorkerClient, soon } from './counting/worker-client.ts'
import { clickCounterBytes } from './counting/worker-protocol.ts'
import { eraseAccountDays, eraseLinkClicks, eraseSubjects } from './erasing.ts'
import { claimJournals, journalBytes, type Place, segmentsOf } from './journal/folder.ts'
import { textBytes } from './journal/format.ts'
import { JournalWriter } from './journal/writer.ts'
import type { SubjectEraser } from './purging.ts'
import { ClickStore } from './store.ts'
import { openCountries, unknownCountry } from './visitors/countries.ts'
import { VisitorSalts } from './visitors/daily-salts.ts'
import { createRefererHost } from './visitors/referers.ts'

export { type ClickBlock, clickNumbers, type KeptClick, readBlock, readClickBlock } from './click-blocks.ts'
export { ClickBatch } from './counting/click-batch.ts'
export {
  addBreakdowns,
  type BreakdownCounts,
  type Counts,
  emptyBreakdowns,
  readBreakdowns,
  readCounts,
} from './counting/day-sums.ts'
export { JournalCounter } from './counting/journal-counter.ts'
export { type MostClicked, mostClickedLinks, readMostClicked } from './counting/most-clicked.ts'
export {
  type ClickWorkerOrders,
  clickCounters,
  type FromClickWorker,
  type ToClickWorker,
} from './counting/worker-protocol.ts'
export { adoptJournals } from './journal/adopting.ts'
export { countJournals } from './journal/folder.ts'
export { purgeDeleted, purgeSome } from './purging.ts'
export { ClickStore } from './store.ts'
export { type ClickSubject, subjectNumber } from './subjects.ts'
export { isCrawler } from './visitors/user-agents.ts'

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

export interface Clicks extends SubjectEraser {
  /** Keeps a click: it is on disk when this returns. */
  record(visit: Visit): void
  /**
   * Resolves once the clicks of an account (null: of all) that this node has answered are in the statistics; at once where
   * none is waiting. Where very many wait, it is not waited for all of them: what is counted by then is what there is.
   */
  settle(userId: number | null): Promise<void>
  /** The same of this process alone, for another one of its node. */
  settleHere(userId: number | null): Promise<void>
  /**
   * Resolves once what an earlier process left in the journal is counted. New links wait for it: after a backup was
   * restored, their numbers may be in what was left.
   */
  catchUp(): Promise<void>
  /** What an address counts under in a limit: the address itself is not stored. Another one each day (UTC). */
  pseudonym(address: string): string
  /** The same of the site that an address belongs to: its /48, or the /24 of IPv4. */
  neighbourhood(address: string): string
  /** In which country an address is (ISO 3166-1 alpha-2); null where that is not known. */
  countryOf(address: string): string | null
  /** Clicks that were answered and could not be kept, because the disk was full. */
  uncounted(): number
  /** The first day (UTC) of which single clicks are kept; null where none are. */
  keptSince(): string | null
  /** For a monitor, of this process. */
  figures(): ClickMetrics
  /** Has the day's salt ready, and destroys the old ones. */
  renewSalts(): Promise<void>
  /** Deletes what was counted for these links of an account that is deleted. */
  eraseLinks(userId: number, linkIds: number[]): Promise<void>
  /** Deletes some of the days of an account that is deleted and has no links any more; false where it has none. */
  eraseDays(userId: number): Promise<boolean>
  /** Deletes the single clicks that are older than they are to be kept. */
  prune(): Promise<void>
  /** Makes the tables of the coming months, where each month has one. */
  makeMonths(): Promise<void>
  /** Lets go of what nobody reads any more in the sums of days that are over. */
  compact(): Promise<void>
  stop(): Promise<void>
}

export interface ClicksNeeds {
  db: Database
  clock: Clock
  log: Log
  logLevel: LogLevel
  tracing: TracingOptions | null
  databaseUrl: string | null
  dataDirectory: string
  retentionDays: number
  geoipDatabase: string | null
  /** The host of the default short domain: a visitor who comes from there comes from nowhere else. */
  shortHost: string
  /** By which the click worker watches the main thread. */
  heartbeat: SharedArrayBuffer
  /** The file of the drain's thread. */
  clickWorkerFile: URL
  /** Which of the processes that share `dataDirectory` this is. */
  place: Place
  /** Makes the other workers count their clicks of an account (null: of all accounts). */
  settleSiblings(userId: number | null): Promise<void>
}

const lookMilliseconds = 1000
// With more pending clicks than this, queries wait no longer than this, so that very busy accounts delay no others.
const mostAwaited = 10_000
const mostLeftSegments = 2
const patienceMilliseconds = 800

export async function createClicks(needs: ClicksNeeds): Promise<Clicks> {
  const { db, clock, log } = needs
  const store = new ClickStore(db)
  const compacting = new Compacting(new CompactionStore(db))
  const lookUpCountry = openCountries(needs.geoipDatabase)
  const salts = new VisitorSalts(store, lookUpCountry)
  await salts.renew(clock.now())

  const directory = join(needs.dataDirectory, 'journal')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const folders = claimJournals(directory, needs.place)
  let leftSegments = 0
  const journals = await Promise.all(
    folders.map(async ({ path, id }) => {
      const progress = await store.progress(id)
      if (progress === null) await store.register(id)
      const left = segmentsOf(path)
      leftSegments += left.length
      const known = [progress?.position.segment ?? 0, progress?.batch?.end.segment ?? 0, ...left]
      // Higher than any segment that there is or was, so that none of its clicks lies before the position.
      return { path, id, firstLive: Math.max(...known) + 1 }
    }),
  )
  const [own] = journals
  if (!own) throw new Error(`no journal could be opened in ${directory}`)
  const writer = new JournalWriter(own.path, own.firstLive)
  const counting = new ClickWorkerClient(
    {
      databaseUrl: needs.databaseUrl,
      dataDirectory: needs.dataDirectory,
      writerQueue: db.writerQueue,
      logLevel: needs.logLevel,
      tracing: needs.tracing,
      shortHost: needs.shortHost,
      keepClicks: needs.retentionDays > 0,
      journals,
      counted: new SharedArrayBuffer(clickCounterBytes),
      heartbeat: needs.heartbeat,
    },
    needs.clickWorkerFile,
    releaseLeft,
    log,
  )

  const lastClicks = new LastClicks()
  const lag = new Lag()
  // The counters are words of 32 bits that begin again after some 4 billion clicks.
  const waiting = () => ((writer.written | 0) - counting.count) | 0
  const stopLooking = clock.every(lookMilliseconds, async () => {
    lag.look(clock.elapsed(), writer.written, writer.written - waiting())
    lastClicks.forget(isCounted)
  })

  const refererHost = createRefererHost(new Set([needs.shortHost]))
  let uncounted = 0

  function isCounted(place: number): boolean {
    return ((place - counting.count) | 0) <= 0
  }

  /** Whoever starts next may write where a process that is gone has written. */
  function releaseLeft(): void {
    leftIsCounted = true
    for (const folder of folders.splice(1)) folder.release()
  }

  // What an earlier process answered and left in the journal counts before the first question is answered.
  let leftIsCounted = false
  async function count(written: number): Promise<void> {
    await counting.settle(written)
    leftIsCounted = true
  }

  async function settleHere(userId: number | null): Promise<void> {
    const place = userId === null ? writer.written : (lastClicks.of(userId) ?? 0)
    const isDone = place === 0 || isCounted(place)
    if (leftIsCounted && isDone) return
    const isCrowded = waiting() > mostAwaited || (!leftIsCounted && leftSegments > mostLeftSegments)
    await (isCrowded ? soon(count(place), patienceMilliseconds) : count(place))
  }

  return {
    record({ linkId, userId, address, userAgent, referer, qr }) {
      const at = clock.now()
      const { high, low, country } = salts.visitor(address, at)
      try {
        writer.append({
          at,
          linkId,
          userId,
          visitorHigh: high,
          visitorLow: low,
          country,
          userAgent: userAgent.length > textBytes ? ownText(userAgent.slice(0, textBytes)) : userAgent,
          referer: refererHost(referer),
          qr,
        })
        lastClicks.note(userId, writer.written)
      } catch (error) {
        // The visitor is answered all the same; that the click is not counted must at least be known.
        if (uncounted++ === 0) log.error('clicks go uncounted: the journal cannot be written', error)
      }
    },
    async settle(userId) {
      await Promise.all([settleHere(userId), needs.settleSiblings(userId)])
    },
    settleHere,
    settleAll: () => count(writer.written),
    async catchUp() {
      if (!leftIsCounted) await count(0)
    },
    countryOf(address) {
      const country = lookUpCountry(address)
      return country === unknownCountry ? null : country
    },
    pseudonym(address) {
      const { high, low } = salts.visitor(addressGroup(address), clock.now())
      return high.toString(36) + low.toString(36).padStart(7, '0')
    },
    neighbourhood: (address) => salts.hash(`site ${neighbourhood(address)}`, clock.now()),
    uncounted: () => uncounted,
    keptSince: () => (needs.retentionDays > 0 ? addDays(utcDay(clock.now()), -needs.retentionDays) : null),
    figures: () => ({
      kept: writer.written,
      waiting: waiting(),
      lagSeconds: lag.waits(clock.elapsed(), writer.written - waiting()) / 1000,
      ...counting.figures,
      journalBytes: folders.reduce((sum, { path }) => sum + journalBytes(path), 0),
    }),
    renewSalts: () => salts.renew(clock.now()),
    eraseLinks: (userId, linkIds) => eraseLinkClicks(store, userId, linkIds),
    eraseSubjects: (numbers, since) =>
      eraseSubjects(store, numbers, { since: utcDay(since * 1000), until: utcDay(clock.now()) }),
    eraseDays: (userId) => eraseAccountDays(store, userId),
    async prune() {
      const horizon = addDays(utcDay(clock.now()), -needs.retentionDays)
      // A month that is over goes at once; of the one that is half over, its days one by one.
      await db.clickMonths?.dropBefore(horizon)
      while (await store.deleteClicksBefore(horizon));
    },
    makeMonths: async () => db.clickMonths?.make(utcDay(clock.now())),
    compact: () => compacting.run(utcDay(clock.now())),
    async stop() {
      stopLooking()
      await counting.stop(writer.written)
      writer.close()
      for (const folder of folders) folder.release()
    },
  }
}
