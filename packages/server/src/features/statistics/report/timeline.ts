// Clicks by the hours or days of a span, and the sum of the days before it.
import type { ReportCounts, ReportPoint } from '@linnet/contract'
import type { ZonedSpan } from './zoned-span.ts'

/** What is counted in each bucket. Visitors are only known from the sums of days. */
type TimelineCount = 'clicks' | 'scans' | 'bots' | 'visitors'

const daySeconds = 86_400
const hourSeconds = 3600

export class Timeline {
  readonly clicks: Float64Array
  readonly scans: Float64Array
  readonly bots: Float64Array
  readonly visitors: Float64Array
  /** The index of the sum of the days before the span. */
  readonly before: number
  private readonly starts: number[]
  private readonly usualLength: number

  /** `since` is when the days before the span begin, in Unix seconds; null if they are not wanted. */
  constructor(
    private readonly span: ZonedSpan,
    private readonly since: number | null,
  ) {
    this.starts = span.buckets.map(({ at }) => at)
    this.usualLength = span.interval === 'day' ? daySeconds : hourSeconds
    this.before = this.starts.length
    const length = this.before + 1
    this.clicks = new Float64Array(length)
    this.scans = new Float64Array(length)
    this.bots = new Float64Array(length)
    this.visitors = new Float64Array(length)
  }

  /** The index of the bucket that a time (Unix seconds) is in; -1 outside the span and the days before it. */
  indexOf(at: number): number {
    const { from, until } = this.span
    if (at >= until) return -1
    if (at < from) return this.since !== null && at >= this.since ? this.before : -1
    const { starts } = this
    // Days are hardly ever shorter or longer than 24 hours, so this is off by one at most, except in historical time zones.
    let index = Math.min(starts.length - 1, Math.floor((at - from) / this.usualLength))
    while ((starts[index] as number) > at) index--
    while (index + 1 < starts.length && (starts[index + 1] as number) <= at) index++
    return index
  }

  /** The index of the day that a bucket is in. A span shown by the hour counts as one day, because hours have no visitors. */
  dayOf(index: number): number {
    return index < 0 || index === this.before || this.span.interval === 'day' ? index : 0
  }

  /** The hours or days of the span. Only days have visitors, and only if those are known. */
  points(knowsVisitors: boolean): ReportPoint[] {
    const showsVisitors = knowsVisitors && this.span.interval === 'day'
    return this.span.buckets.map((bucket, index) => ({ ...bucket, ...this.countsAt(index, showsVisitors) }))
  }

  totals(knowsVisitors: boolean): ReportCounts {
    const sum = (what: TimelineCount) =>
      this[what].subarray(0, this.before).reduce((all, some) => all + some, 0)
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

  private countsAt(index: number, knowsVisitors: boolean): ReportCounts {
    return {
      clicks: this.clicks[index] as number,
      scans: this.scans[index] as number,
      bots: this.bots[index] as number,
      visitors: knowsVisitors ? (this.visitors[index] as number) : null,
    }
  }
}
