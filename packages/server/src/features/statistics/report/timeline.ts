// Clicks by the hours or days of a span, and those of the days before it as one sum.
import type { ReportCounts, ReportPoint } from '@linnet/contract'
import type { ZonedSpan } from './zoned-span.ts'

/** What is counted of each; visitors apart, for only sums know of them. */
type Counted = 'clicks' | 'scans' | 'bots' | 'visitors'

const daySeconds = 86_400
const hourSeconds = 3600

export class Timeline {
  readonly clicks: Float64Array
  readonly scans: Float64Array
  readonly bots: Float64Array
  readonly visitors: Float64Array
  /** The place of what lies before the span. */
  readonly before: number
  private readonly starts: number[]
  private readonly usual: number

  /** `since` is when the days before the span begin, in Unix seconds; null where nobody asks for them. */
  constructor(
    private readonly span: ZonedSpan,
    private readonly since: number | null,
  ) {
    this.starts = span.buckets.map(({ at }) => at)
    this.usual = span.interval === 'day' ? daySeconds : hourSeconds
    this.before = this.starts.length
    const places = this.before + 1
    this.clicks = new Float64Array(places)
    this.scans = new Float64Array(places)
    this.bots = new Float64Array(places)
    this.visitors = new Float64Array(places)
  }

  /** The place of a moment (Unix seconds), -1 where it is none of ours. */
  placeOf(at: number): number {
    const { from, until } = this.span
    if (at >= until) return -1
    if (at < from) return this.since !== null && at >= this.since ? this.before : -1
    const { starts } = this
    // Days are hardly ever shorter or longer than 24 hours, so this is off by one at most, but in old times.
    let place = Math.min(starts.length - 1, Math.floor((at - from) / this.usual))
    while ((starts[place] as number) > at) place--
    while (place + 1 < starts.length && (starts[place + 1] as number) <= at) place++
    return place
  }

  /** The day that a place is in or, where hours are told, whether it is in the span at all: visitors are told of no hour. */
  dayOf(place: number): number {
    return place < 0 || place === this.before || this.span.interval === 'day' ? place : 0
  }

  /** The hours and days of the span; visitors are told of days alone, and where they are known. */
  points(knowsVisitors: boolean): ReportPoint[] {
    const tellsVisitors = knowsVisitors && this.span.interval === 'day'
    return this.span.buckets.map((bucket, place) => ({ ...bucket, ...this.countsAt(place, tellsVisitors) }))
  }

  totals(knowsVisitors: boolean): ReportCounts {
    const sum = (what: Counted) => this[what].subarray(0, this.before).reduce((all, some) => all + some, 0)
    return {
      clicks: sum('clicks'),
      scans: sum('scans'),
      bots: sum('bots'),
      visitors: knowsVisitors ? sum('visitors') : null,
    }
  }

  countsBefore(knowsVisitors: boolean): ReportCounts {
    return this.countsAt(this.before, knowsVisitors)
  }

  private countsAt(place: number, knowsVisitors: boolean): ReportCounts {
    return {
      clicks: this.clicks[place] as number,
      scans: this.scans[place] as number,
      bots: this.bots[place] as number,
      visitors: knowsVisitors ? (this.visitors[place] as number) : null,
    }
  }
}
