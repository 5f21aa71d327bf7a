// Answers a report: from individual clicks where they are kept and not too many, and from the sums of days before those.
import { type Report, type ReportNote, reportNotes } from '@linnet/contract'
import { mostPlacements } from '@linnet/contract/placement-names'
import type { TimeSlicer } from '../../../platform/concurrency/time-slicer.ts'
import { addDays, utcDay } from '../../../platform/time/clock.ts'
import { rankedPlacements, sumPlacements } from '../../clicks/index.ts'
import { ranked, rankedCountries } from '../names.ts'
import type { Range } from '../ranges.ts'
import { DaySums, type Estimated } from './day-sums.ts'
import { chooseDays, mostClicks, readClicks } from './read-clicks.ts'
import type { AccountDay, ReportStore, SummedDay } from './report-store.ts'
import { type ClickFilter, SingleClicks } from './single-clicks.ts'
import { Timeline } from './timeline.ts'
import { startOfDay, type ZonedSpan, zonedSpan } from './zoned-span.ts'

// If sums can answer a report, at most this many individual clicks are read, so that its cost is bounded.
const fewClicks = 50_000
const mostEntries = 100
const hourSeconds = 3600

export interface ReportQuestion {
  range: Range
  /** The same number of days before it; null if the plan doesn't show them. */
  before: Range | null
  timezone: string
  filter: ClickFilter
  /** The first day (UTC) whose individual clicks are kept. */
  keptSince: string | null
  /** The day (UTC) on which the link came from another workspace, which has kept its individual clicks; null: never. */
  movedOn: string | null
}

type DayMostClicked = Pick<AccountDay, 'day' | 'most_clicked'>

/** A report without the names of its links. */
export interface ReportAnswer extends Omit<Report, 'breakdowns'> {
  breakdowns: Omit<Report['breakdowns'], 'links'>
  /** Null if they have to be found from the sums of days, in `days`. */
  links: [linkId: number, clicks: number][] | null
  days: DayMostClicked[]
}

export async function answerReport(
  store: ReportStore,
  question: ReportQuestion,
  slicer: TimeSlicer,
): Promise<ReportAnswer> {
  const { range, before, timezone, filter } = question
  const span = zonedSpan(range, timezone)
  const since = before && startOfDay(before.start, timezone)
  const timeline = new Timeline(span, since)
  const run: ReportRun = {
    ...{ store, question, slicer, span, timeline },
    singles: new SingleClicks(filter, timeline),
    sums: new DaySums(timeline, filter.crawlers),
    isUnfiltered: isUnfiltered(filter),
    days: utcDays(since ?? span.from, span.until),
  }
  const read = await readSingleClicks(run)
  const summed = await addDaySums(run, read.clicksSince)
  return compose(run, read, summed)
}

/** A report while it is being put together. */
interface ReportRun {
  store: ReportStore
  question: ReportQuestion
  slicer: TimeSlicer
  span: ZonedSpan
  timeline: Timeline
  singles: SingleClicks
  sums: DaySums
  /** Without a filter, the sums of days can answer what individual clicks can't. */
  isUnfiltered: boolean
  /** The UTC days of the range and of the days before it. */
  days: Range
}

interface ReadClicks {
  /** Unix seconds: from then on, all individual clicks were read. */
  clicksSince: number
  hasReadDays: boolean
  /** Whether clicks were left out because there are too many. */
  isCut: boolean
  /** Whether the sums of days are as exact as individual clicks. */
  sumsSuffice: boolean
}

/** Reads as many of the newest individual clicks as the report needs and may read. */
async function readSingleClicks(run: ReportRun): Promise<ReadClicks> {
  const { store, question, slicer, span, singles, isUnfiltered, days } = run
  const { filter, keptSince, movedOn } = question
  const clicks = new Map((await store.accountClicks(days)).map(({ day, clicks }) => [day, clicks]))
  const sumsSuffice = isUnfiltered && filter.crawlers && hasWholeHours(span)
  const readable = keptSince && later(keptSince, movedOn && addDays(movedOn, 1))
  const first = readable && later(readable, days.start)
  let chosen = chooseDays(clicks, first, sumsSuffice ? fewClicks : mostClicks)
  if (sumsSuffice && chosen.isCut) chosen = { ...chosen, days: [], since: null }
  const { isCut } = chosen
  const result = { hasReadDays: chosen.days.length > 0, isCut, sumsSuffice }
  if (!isUnfiltered && isCut && chosen.days.length === 0) {
    // The last day alone has too many clicks, so only its newest are read.
    const newest = [...clicks.keys()].sort().at(-1) as string
    await readClicks({ store, slicer, into: singles }, [newest], mostClicks)
    return { ...result, clicksSince: singles.oldest }
  }
  const { missing } = await readClicks({ store, slicer, into: singles }, chosen.days)
  const since = chosen.since === null ? span.until : unixOf(chosen.since)
  return { ...result, clicksSince: missing ? unixOf(addDays(missing, 1)) : since }
}

interface SummedDays {
  days: DayMostClicked[]
  /** Clicks of the range that only sums have. */
  clicks: number
  /** Whether there are clicks that only sums have, in the range and before it. */
  inRange: boolean
  beforeRange: boolean
}

/** Adds the sums of days: their visitors, and everything else of the days before the individual clicks. */
async function addDaySums(run: ReportRun, clicksSince: number): Promise<SummedDays> {
  const { store, question, slicer, span, sums, singles } = run
  const { range, filter } = question
  const summed: SummedDays = { days: [], clicks: 0, inRange: false, beforeRange: false }
  const batches =
    filter.linkId === null ? store.accountDays(run.days) : store.linkDays(filter.linkId, run.days)
  for await (const batch of batches as AsyncGenerator<(SummedDay & Partial<AccountDay>)[]>)
    for (const row of batch) {
      const start = unixOf(row.day)
      const isBefore = start < clicksSince
      if (run.isUnfiltered) sums.add(row, isBefore, singles.names)
      if (row.day >= range.start && row.day <= range.end)
        summed.days.push({ day: row.day, most_clicked: row.most_clicked ?? '' })
      if (isBefore && row.clicks > 0) {
        if (start < span.from) summed.beforeRange = true
        if (start + 24 * hourSeconds > span.from) {
          summed.inRange = true
          summed.clicks += row.clicks
        }
      }
      await slicer.yieldIfDue()
    }
  return summed
}

function compose(run: ReportRun, read: ReadClicks, summed: SummedDays): ReportAnswer {
  const { question, span, timeline, singles, isUnfiltered } = run
  const { range, before, timezone } = question
  const isSummed = isUnfiltered && summed.clicks > 0
  const { names } = singles
  const onlySums = isSummed && read.clicksSince >= span.until
  const hasPrevious = before !== null && (isUnfiltered || !(summed.inRange || summed.beforeRange))
  return {
    ...range,
    timezone,
    from: span.from,
    until: span.until,
    interval: span.interval,
    timeline: timeline.points(isUnfiltered),
    totals: timeline.totals(isUnfiltered),
    previous: hasPrevious ? { ...before, ...timeline.countsBefore(isUnfiltered) } : null,
    breakdowns: {
      referers: ranked(names.referers, mostEntries),
      locations: rankedCountries(names.locations, mostEntries),
      devices: ranked(names.devices, mostEntries),
      browsers: ranked(names.browsers, mostEntries),
      // The account's sums don't have them.
      placements:
        onlySums && question.filter.linkId === null
          ? null
          : rankedPlacements(sumPlacements(names.placements), mostPlacements),
      systems: onlySums ? null : ranked(names.systems, mostEntries),
    },
    links: isSummed ? null : mostOf(singles.links),
    days: summed.days,
    coverage: coverageOf(run, read, summed),
  }
}

/** What a report covers, and how exactly. */
function coverageOf(
  { question, span, sums, isUnfiltered }: ReportRun,
  { clicksSince, hasReadDays, isCut, sumsSuffice }: ReadClicks,
  summed: SummedDays,
): Report['coverage'] {
  const isRounded = isUnfiltered && summed.clicks > 0 && !hasWholeHours(span)
  // Without a filter nothing is missing: sums have what individual clicks don't.
  const isIncomplete = summed.inRange && (!isUnfiltered || (isCut && !sumsSuffice))
  const notes: ReportNote[] = [
    ...estimates(sums.estimated),
    ...(isRounded ? (['zone_rounded'] as const) : []),
    ...(isIncomplete ? [missingOf(question, isCut)] : []),
  ]
  const hasRead = hasReadDays || clicksSince < span.until
  return {
    kept_since: question.keptSince,
    clicks_since: hasRead ? Math.max(clicksSince, span.from) : null,
    exact: !sums.estimated.hours && !isRounded && (isUnfiltered || !summed.inRange),
    notes,
    message: notes.map((note) => reportNotes[note]).join(' ') || null,
  }
}

/** Why individual clicks are missing. */
function missingOf({ keptSince, movedOn }: ReportQuestion, isCut: boolean): ReportNote {
  if (isCut) return 'newest_only'
  return keptSince !== null && movedOn !== null && movedOn >= keptSince ? 'before_moved' : 'before_kept'
}

/** The later of two days. */
function later(one: string, other: string | null): string {
  return other !== null && other > one ? other : one
}

function estimates({ hours, visitors, botsInBreakdowns }: Estimated): ReportNote[] {
  return [
    ...(hours ? (['hours_estimated'] as const) : []),
    ...(visitors ? (['visitors_estimated'] as const) : []),
    ...(botsInBreakdowns ? (['breakdowns_with_bots'] as const) : []),
  ]
}

function isUnfiltered({ kind, country, referer, device, browser, os, placement }: ClickFilter): boolean {
  return (
    kind === 'all' && [country, referer, device, browser, os, placement].every((one) => one === undefined)
  )
}

/** Whether hours of the zone begin with hours of UTC, by which clicks are summed. */
function hasWholeHours({ buckets, until }: ZonedSpan): boolean {
  return until % hourSeconds === 0 && buckets.every(({ at }) => at % hourSeconds === 0)
}

function mostOf(links: ReadonlyMap<number, number>): [linkId: number, clicks: number][] {
  return [...links].sort(([a, fewer], [b, more]) => more - fewer || b - a).slice(0, mostEntries)
}

function unixOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000
}

// Days are strings with four digits for the year.
const firstSecond = Date.parse('0000-01-01T00:00:00Z') / 1000
const lastSecond = Date.parse('9999-12-31T00:00:00Z') / 1000

/** The UTC days that overlap with a span. */
function utcDays(from: number, until: number): Range {
  const within = (second: number) => Math.min(Math.max(second, firstSecond), lastSecond) * 1000
  return { start: utcDay(within(from)), end: utcDay(within(until - 1)) }
}
