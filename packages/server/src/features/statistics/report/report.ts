// One report put together: single clicks where they are kept and not too many, the sums of days for what is before them.
import { type Report, type ReportNote, reportNotes } from '@linnet/contract'
import type { TimeSlicer } from '../../../platform/concurrency/time-slicer.ts'
import { addDays, utcDay } from '../../../platform/time/clock.ts'
import { ranked, rankedCountries } from '../names.ts'
import type { Range } from '../ranges.ts'
import { DaySums, type Estimated } from './day-sums.ts'
import { chooseDays, mostClicks, readClicks } from './read-clicks.ts'
import type { AccountDay, ReportStore, SummedDay } from './report-store.ts'
import { type ClickFilter, SingleClicks } from './single-clicks.ts'
import { Timeline } from './timeline.ts'
import { startOfDay, type ZonedSpan, zonedSpan } from './zoned-span.ts'

// What sums tell is told without looking at more single clicks than these: it shall not cost more the more there were.
const fewClicks = 50_000
const mostEntries = 100
const hourSeconds = 3600

export interface Question {
  range: Range
  /** As many days before it; null where nobody may see them. */
  before: Range | null
  timezone: string
  filter: ClickFilter
  /** The first day (UTC) of which single clicks are kept. */
  keptSince: string | null
}

/** A report but for the names of its links. */
export interface Answered extends Omit<Report, 'breakdowns'> {
  breakdowns: Omit<Report['breakdowns'], 'links'>
  /** Null where the sums of days have to tell them, which are `days`. */
  links: [linkId: number, clicks: number][] | null
  days: Pick<AccountDay, 'day' | 'most_clicked'>[]
}

export async function answerReport(
  store: ReportStore,
  question: Question,
  pieces: TimeSlicer,
): Promise<Answered> {
  const { range, before, timezone, filter, keptSince } = question
  const span = zonedSpan(range, timezone)
  const since = before && startOfDay(before.start, timezone)
  const timeline = new Timeline(span, since)
  const singles = new SingleClicks(filter, timeline)
  const sums = new DaySums(timeline, filter.crawlers)
  const isPlain = isUnfiltered(filter)
  const asked = utcDays(since ?? span.from, span.until)

  // How much there is decides what is looked at.
  const clicks = new Map((await store.accountClicks(asked)).map(({ day, clicks }) => [day, clicks]))
  const fromSums = isPlain && filter.crawlers && hasWholeHours(span)
  const first = keptSince && (keptSince < asked.start ? asked.start : keptSince)
  let chosen = chooseDays(clicks, first, fromSums ? fewClicks : mostClicks)
  if (fromSums && chosen.isCut) chosen = { ...chosen, days: [], since: null }
  let clicksSince = chosen.since === null ? span.until : unixOf(chosen.since)
  if (!isPlain && chosen.isCut && chosen.days.length === 0) {
    // The last day alone has too many: its newest are looked at.
    const newest = [...clicks.keys()].sort().at(-1) as string
    await readClicks(store, [newest], singles, pieces, mostClicks)
    clicksSince = singles.oldest
  } else {
    const { missing } = await readClicks(store, chosen.days, singles, pieces)
    if (missing) clicksSince = unixOf(addDays(missing, 1))
  }

  const untold = { range: false, before: false }
  let summedClicks = 0
  const days: Pick<AccountDay, 'day' | 'most_clicked'>[] = []
  const rows = filter.linkId === null ? store.accountDays(asked) : store.linkDays(filter.linkId, asked)
  for await (const some of rows as AsyncGenerator<(SummedDay & Partial<AccountDay>)[]>)
    for (const row of some) {
      const isBefore = unixOf(row.day) < clicksSince
      if (isPlain) sums.add(row, isBefore, singles.names)
      if (row.day >= range.start && row.day <= range.end)
        days.push({ day: row.day, most_clicked: row.most_clicked ?? '' })
      if (isBefore && row.clicks > 0) {
        const end = unixOf(row.day) + 24 * hourSeconds
        if (end > span.from) untold.range = true
        if (unixOf(row.day) < span.from) untold.before = true
        if (end > span.from) summedClicks += row.clicks
      }
      await pieces.rest()
    }

  const isSummed = isPlain && summedClicks > 0
  const isRounded = isSummed && !hasWholeHours(span)
  const left: ReportNote = chosen.isCut ? 'newest_only' : 'before_kept'
  // Without a filter nothing is left out: what single clicks do not tell, sums do.
  const isLeft = untold.range && (!isPlain || (chosen.isCut && !fromSums))
  const notes = [
    ...estimates(sums.estimated),
    ...(isRounded ? (['zone_rounded'] as const) : []),
    ...(isLeft ? [left] : []),
  ]
  const looked = chosen.days.length > 0 || clicksSince < span.until
  return {
    ...range,
    timezone,
    from: span.from,
    until: span.until,
    interval: span.interval,
    timeline: timeline.points(isPlain),
    totals: timeline.totals(isPlain),
    previous:
      before === null || (!isPlain && (untold.range || untold.before))
        ? null
        : { ...before, ...timeline.countsBefore(isPlain) },
    breakdowns: {
      referers: ranked(singles.names.referers, mostEntries),
      locations: rankedCountries(singles.names.locations, mostEntries),
      devices: ranked(singles.names.devices, mostEntries),
      browsers: ranked(singles.names.browsers, mostEntries),
      systems: isSummed && clicksSince >= span.until ? null : ranked(singles.names.systems, mostEntries),
    },
    links: isSummed ? null : mostOf(singles.links),
    days,
    coverage: {
      kept_since: keptSince,
      clicks_since: looked ? Math.max(clicksSince, span.from) : null,
      exact: !sums.estimated.hours && !isRounded && (isPlain || !untold.range),
      notes,
      message: notes.map((note) => reportNotes[note]).join(' ') || null,
    },
  }
}

function estimates({ hours, visitors, botsInBreakdowns }: Estimated): ReportNote[] {
  return [
    ...(hours ? (['hours_estimated'] as const) : []),
    ...(visitors ? (['visitors_estimated'] as const) : []),
    ...(botsInBreakdowns ? (['breakdowns_with_bots'] as const) : []),
  ]
}

function isUnfiltered({ kind, country, referer, device, browser, os }: ClickFilter): boolean {
  return kind === 'all' && [country, referer, device, browser, os].every((one) => one === undefined)
}

/** Whether hours of the zone begin with hours of UTC, as the sums have them. */
function hasWholeHours({ buckets, until }: ZonedSpan): boolean {
  return until % hourSeconds === 0 && buckets.every(({ at }) => at % hourSeconds === 0)
}

function mostOf(links: ReadonlyMap<number, number>): [linkId: number, clicks: number][] {
  return [...links].sort(([a, fewer], [b, more]) => more - fewer || b - a).slice(0, mostEntries)
}

function unixOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 1000
}

// Days are text of four digits for the year.
const firstSecond = Date.parse('0000-01-01T00:00:00Z') / 1000
const lastSecond = Date.parse('9999-12-31T00:00:00Z') / 1000

/** The days of UTC that a span has a part of. */
function utcDays(from: number, until: number): Range {
  const within = (second: number) => Math.min(Math.max(second, firstSecond), lastSecond) * 1000
  return { start: utcDay(within(from)), end: utcDay(within(until - 1)) }
}
