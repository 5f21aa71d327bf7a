// The points of a timeline chart: the buckets of a report, beside those of the previous period.
import type { Report } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import type { Metric } from '../search.ts'
import { bucketsOf } from '../timeline-buckets.ts'
import type { ChartPoint } from './chart-point.ts'
import { timeLabels } from './time-labels.ts'

interface ChartPointsNeeds {
  report: Report
  before: Report | null
  metric: Metric
  language: Language
  /** In Unix seconds. */
  now?: number
}

/** The points of a report, each with the same point of the previous period. */
export function chartPoints({
  report,
  before,
  metric,
  language,
  now = Date.now() / 1000,
}: ChartPointsNeeds): ChartPoint[] {
  const labels = timeLabels(report, language)
  const beforeLabels = before && timeLabels(before, language)
  const beforeBuckets = before && bucketsOf(before)
  return bucketsOf(report).map((bucket, index) => {
    const other = beforeBuckets?.[index]
    return {
      label: labels.full(bucket),
      axis: labels.axis(bucket),
      // The future is unknown, not zero.
      value: bucket.at > now ? null : bucket[metric],
      before: other && beforeLabels ? { label: beforeLabels.full(other), value: other[metric] } : null,
    }
  })
}
