// The public API of clicks: they are recorded in a journal before visitors get an answer, and counted soon after.
import type { Database } from '../../db/database.ts'
import type { Module } from '../../module.ts'
import { addressGroup, neighbourhood } from '../../platform/net/client-address.ts'
import type { Log, LogLevel } from '../../platform/observability/log.ts'
import { family, type MetricFamily } from '../../platform/observability/metrics/index.ts'
import type { TracingOptions } from '../../platform/observability/tracing/index.ts'
import type { Heartbeat } from '../../platform/observability/watchdog/index.ts'
import { addDays, type Clock, utcDay } from '../../platform/time/clock.ts'
import { everyProcess, type Job, oneNode } from '../../platform/time/schedule.ts'
import { Compaction } from './compaction.ts'
import { CompactionStore } from './compaction-store.ts'
import { eraseAccountDays, eraseLinkClicks, eraseSubjects } from './erasing.ts'
import type { PlacementStore } from './placements/placement-store.ts'
import type { SubjectEraser } from './purging.ts'
import { type ClickMetrics, Recording, type RecordingNeeds, type Visit } from './recording.ts'
import { ClickStore } from './store.ts'
import { type LookUpCountry, openCountries, unknownCountry } from './visitors/countries.ts'
import { VisitorSalts } from './visitors/daily-salts.ts'

export {
  type ClickBlock,
  clickNumbers,
  type KeptClick,
  placementIndexes,
  readBlock,
  readClickBlock,
} from './click-blocks.ts'
export { ClickBatch, mixedWords } from './counting/click-batch.ts'
export {
  type BreakdownCounts,
  type Counts,
  readChoice,
  readCounts,
  sumCounts,
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
export {
  type PlacementCounts,
  rankedPlacements,
  readPlacements,
  sumPlacements,
} from './placements/day-placements.ts'
export { purgeDeleted, purgeSome } from './purging.ts'
export type { Visit as RecordedVisit } from './recording.ts'
export { ClickStore } from './store.ts'
export { type ClickSubject, subjectNumber, subjectOf } from './subjects.ts'
export { type Agent, isCrawler, readUserAgent } from './visitors/user-agents.ts'

export interface Clicks extends SubjectEraser, Module {
  /** Records a click: once this returns, the click is in the journal and survives if the process is killed. */
  record(visit: Visit): void
  /**
   * Resolves once the clicks of an account (null: of all) that this node has answered are in the statistics; at once if
   * none is pending. If very many are pending, it does not wait for all of them.
   */
  settle(userId: number | null): Promise<void>
  /** The same for this process alone, on behalf of another process of its node. */
  settleHere(userId: number | null): Promise<void>
  /**
   * Resolves once the clicks that an earlier process left in the journal are counted. New links wait for it: after a
   * backup was restored, those clicks may have the numbers of new links.
   */
  catchUp(): Promise<void>
  /** A pseudonym of an address for rate limits, which is different each day (UTC): the address itself is not stored. */
  pseudonym(address: string): string
  /** The same for the network that an address belongs to: its /48, or the /24 of IPv4. */
  neighbourhood(address: string): string
  /** The day's pseudonym of an address as two words, and its country (ISO 3166-1 alpha-2; null if it is unknown). */
  visitorOf(address: string): { high: number; low: number; country: string | null }
  /** The country of an address (ISO 3166-1 alpha-2); null if it is unknown. */
  countryOf(address: string): string | null
  /** How many clicks could not be recorded, because the disk was full. */
  uncounted(): number
  /** The first day (UTC) from which individual clicks are kept; null if none are. */
  keptSince(): string | null
  /** The placements of links. */
  placements: Pick<PlacementStore, 'names' | 'clicks' | 'plan'>
  /** The metrics of this process. */
  recordingMetrics(): ClickMetrics
  /** Deletes what was counted for links of an account that is deleted. */
  eraseLinks(userId: number, linkIds: number[]): Promise<void>
}

export interface ClicksNeeds {
  db: Database
  clock: Clock
  log: Log
  logLevel: LogLevel
  tracing: TracingOptions | null
  databaseUrl: string | null
  dataDirectory: string
  /** How long individual clicks are kept. */
  clickRetentionDays: number
  geoipDatabase: string | null
  shortOrigin: string
  /** Lets the click worker watch the main thread. */
  heartbeat: Heartbeat
  clickWorkerFile: URL
  /** How many processes share `dataDirectory`. */
  workers: number
  /** Which of them this is, and how to make the others count their clicks; left out if there is only one. */
  worker?: { number: number; siblings: { settle(userId: number | null): Promise<void> } }
}

export function createClicks(needs: ClicksNeeds): Clicks {
  const { db, clock, clickRetentionDays } = needs
  const store = new ClickStore(db)
  let countries: LookUpCountry | null = null
  const lookUpCountry: LookUpCountry = (address) => {
    countries ??= openCountries(needs.geoipDatabase)
    return countries(address)
  }
  const salts = new VisitorSalts(store, lookUpCountry)
  let recording: Recording | null = null

  /** The recording of a server; commands record nothing. */
  function started(): Recording {
    if (!recording) throw new Error('clicks are recorded once they are started')
    return recording
  }

  return {
    async open() {
      // Opened now, so that a file that can't be read prevents the start instead of failing the first visit.
      countries = openCountries(needs.geoipDatabase)
      await salts.renew(clock.now())
      // Before anything is counted: PostgreSQL refuses a row that is on its way to the default table while its month's table is
      // created. If this fails, the job tries it again and reports it.
      await db.clickMonths?.make(utcDay(clock.now())).catch(() => {})
      recording = await Recording.start(recordingNeeds(needs, store, salts))
    },
    close: async () => recording?.stop(),
    record: (visit) => started().record(visit),
    async settle(userId) {
      await Promise.all([recording?.settle(userId), needs.worker?.siblings.settle(userId)])
    },
    settleHere: async (userId) => recording?.settle(userId),
    settleAll: async () => recording?.settleAll(),
    catchUp: async () => recording?.settleLeftovers(),
    visitorOf(address) {
      const { high, low, country } = salts.visitor(address, clock.now())
      return { high, low, country: country === unknownCountry ? null : country }
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
    placements: store.placements,
    uncounted: () => started().uncounted,
    keptSince: () => (clickRetentionDays > 0 ? addDays(utcDay(clock.now()), -clickRetentionDays) : null),
    recordingMetrics: () => started().metrics(),
    metrics: () => clickMetrics(started()),
    eraseLinks: (userId, linkIds) => eraseLinkClicks(store, { userId, linkIds, today: utcDay(clock.now()) }),
    eraseSubjects: (numbers, since) =>
      eraseSubjects(store, numbers, { since: utcDay(since * 1000), until: utcDay(clock.now()) }),
    // The days of an account whose links are deleted already.
    personalData: { erase: (userId) => eraseAccountDays(store, userId) },
    jobs: clickJobs(needs, store, salts),
  }
}

function recordingNeeds(needs: ClicksNeeds, store: ClickStore, salts: VisitorSalts): RecordingNeeds {
  return {
    ...needs,
    store,
    salts,
    writerQueue: needs.db.writerQueue,
    // Visitors who come from there count as having no referrer.
    shortHost: new URL(needs.shortOrigin).host,
    keepClicks: needs.clickRetentionDays > 0,
    heartbeat: needs.heartbeat.memory,
    place: { number: needs.worker?.number ?? 0, of: needs.workers },
  }
}

function clickJobs(
  { db, clock, clickRetentionDays }: ClicksNeeds,
  store: ClickStore,
  salts: VisitorSalts,
): Job[] {
  const compaction = new Compaction(new CompactionStore(db))
  return [
    // Prepares the day's salt, and destroys the old ones.
    everyProcess('renew salts', 30_000, () => salts.renew(clock.now())),
    oneNode('prune clicks', 600_000, async () => {
      const horizon = addDays(utcDay(clock.now()), -clickRetentionDays)
      // If a whole month has expired, its table is dropped; if only a part has, its clicks are deleted.
      await db.clickMonths?.dropBefore(horizon)
      while (await store.deleteClicksBefore(horizon));
    }),
    oneNode('create click months', 600_000, async () => db.clickMonths?.make(utcDay(clock.now()))),
    oneNode('compact days', 10_000, () => compaction.run(utcDay(clock.now()))),
  ]
}

function clickMetrics(recording: Recording): MetricFamily[] {
  const { kept, waiting, lagSeconds, journalBytes, batches, failures } = recording.metrics()
  return [
    family('counter', 'linnet_clicks_total', 'Clicks that were answered and kept.', kept),
    family(
      'counter',
      'linnet_uncounted_clicks_total',
      'Clicks that were answered but could not be kept.',
      recording.uncounted,
    ),
    family('gauge', 'linnet_clicks_pending', 'Recorded clicks that are not in the statistics yet.', waiting),
    family('gauge', 'linnet_clicks_lag_seconds', 'Age of the oldest pending click.', lagSeconds),
    family('gauge', 'linnet_journal_bytes', 'Size of the click journal with its reserve.', journalBytes),
    family('counter', 'linnet_click_batches_total', 'Batches of clicks that were counted.', batches),
    family(
      'counter',
      'linnet_click_batch_failures_total',
      'Batches of clicks that could not be counted.',
      failures,
    ),
  ]
}
