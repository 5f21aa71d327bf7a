// The points of a timeline chart: the buckets of a report, beside those of the previous period.
import type { Report } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import type { LinkMark } from '../../history/link-marks.ts'
import type { Metric } from '../search.ts'
import { bucketsOf, type TimelineBucket } from '../timeline-buckets.ts'
import type { ChartPoint } from './chart-point.ts'
import { timeLabels } from './time-labels.ts'

interface ChartPointsNeeds {
  report: Report
  before: Report | null
  metric: Metric
  language: Language
  /** The changes of the link, in any period. */
  marks?: readonly LinkMark[]
  /** In Unix seconds. */
  now?: number
}

/** The points of a report, each with the same point of the previous period. */
export function chartPoints({
  report,
  before,
  metric,
  language,
  marks = [],
  now = Date.now() / 1000,
}: ChartPointsNeeds): ChartPoint[] {
  const labels = timeLabels(report, language)
  const beforeLabels = before && timeLabels(before, language)
  const beforeBuckets = before && bucketsOf(before)
  return bucketsOf(report).map((bucket, index, buckets) => {
    const end = buckets[index + 1]?.at ?? endOf(bucket, report.interval)
    const marked = marks.filter(({ at }) => at >= bucket.at && at < end).map(({ text }) => text)
    const other = beforeBuckets?.[index]
    return {
      label: labels.full(bucket),
      axis: labels.axis(bucket),
      // The future is unknown, not zero.
      value: bucket.at > now ? null : bucket[metric],
      before: other && beforeLabels ? { label: beforeLabels.full(other), value: other[metric] } : null,
      ...(marked.length > 0 ? { marks: marked } : {}),
    }
  })
}

const daySeconds = 86_400

function endOf({ at, date, end }: TimelineBucket, interval: Report['interval']): number {
  const days = (Date.parse(end) - Date.parse(date)) / 1000 / daySeconds + 1
  return at + (interval === 'hour' ? 3600 : days * daySeconds)
}
