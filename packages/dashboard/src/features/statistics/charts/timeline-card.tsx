// The totals, as tabs that choose what the timeline below them shows.

import { Tabs } from '@base-ui/react/tabs'
import type { Report } from '@linnet/contract'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChartLine, Table } from '../../../components/icons.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import type { LinkMark } from '../../history/link-marks.ts'
import { Change } from '../change.tsx'
import type { Days } from '../days.ts'
import { statisticsMessages } from '../messages.ts'
import { type Metric, metrics } from '../search.ts'
import { bucketsOf } from '../timeline-buckets.ts'
import type { ChartPoint } from './chart-point.ts'
import { chartPoints } from './chart-points.ts'
import { timeLabels } from './time-labels.ts'
import { TimelineChart } from './timeline-chart.tsx'
import { TimelineTable } from './timeline-table.tsx'

interface TimelineCardProps {
  report: Report
  /** The report of the previous period; null if they aren't compared. */
  before: Report | null
  /** Whether the numbers are compared with the previous period. */
  compared: boolean
  /** The changes of the link that the report is about. */
  marks: readonly LinkMark[]
  metric: Metric
  onMetric(metric: Metric): void
  onDays(days: Days): void
  isTable: boolean
  onTable(isTable: boolean): void
  svgRef: RefObject<SVGSVGElement | null>
  /** Buttons beside the one for chart or table. */
  actions: ReactNode
}

export function TimelineCard({
  report,
  before,
  compared,
  marks,
  metric,
  onMetric,
  onDays,
  isTable,
  onTable,
  svgRef,
  actions,
}: TimelineCardProps) {
  const text = useMessages(statisticsMessages)
  const language = useLanguage()
  const buckets = bucketsOf(report)
  const points = chartPoints({ report, before, metric, language, marks })
  const name = text.metrics[metric]
  const previous = compared ? report.previous : null
  const open = (index: number) => {
    const bucket = buckets[index]
    if (bucket) onDays({ start: bucket.date, end: bucket.end })
  }
  const onOpen = report.interval === 'day' ? open : undefined

  return (
    <Tabs.Root
      value={metric}
      onValueChange={(value) => onMetric(value as Metric)}
      render={<section aria-label={text.timeline} />}
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface"
    >
      <MetricTabs totals={report.totals} previous={previous} />
      <Tabs.Panel value={metric} className="p-3 sm:p-4">
        <div className="mb-1 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <PeriodLegend report={report} previous={previous} hasMarks={points.some((point) => point.marks)} />
          <div className="flex items-center gap-1 max-sm:-ml-3">
            <Button
              variant="quiet"
              size="small"
              icon={isTable ? <ChartLine /> : <Table />}
              onClick={() => onTable(!isTable)}
            >
              {isTable ? text.asChart : text.asTable}
            </Button>
            {actions}
          </div>
        </div>
        {isTable ? (
          <TimelineTable name={name} points={points} onOpen={onOpen} />
        ) : (
          <OpenableChart name={name} points={points} onOpen={onOpen} svgRef={svgRef} />
        )}
        <MarkList points={points} />
        {metric === 'visitors' && report.totals.visitors === null ? (
          <p className="pt-2 text-sm text-soft">{text.visitorsUnknown}</p>
        ) : null}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

/** The chart's marks as a list for screen readers, so that nobody has to search the chart for them. */
function MarkList({ points }: { points: readonly ChartPoint[] }) {
  const text = useMessages(statisticsMessages)
  const marked = points.filter(({ marks }) => marks)
  if (marked.length === 0) return null
  return (
    <ul aria-label={text.changes} className="sr-only">
      {marked.map(({ label, marks = [] }) => (
        <li key={label}>
          {label}: {marks.join('; ')}
        </li>
      ))}
    </ul>
  )
}

interface OpenableChartProps {
  name: string
  points: readonly ChartPoint[]
  /** Opens a point's day; undefined if the points are not days. */
  onOpen: ((index: number) => void) | undefined
  svgRef: RefObject<SVGSVGElement | null>
}

function OpenableChart({ name, points, onOpen, svgRef }: OpenableChartProps) {
  const text = useMessages(statisticsMessages)
  return (
    <TimelineChart
      name={name}
      points={points}
      help={onOpen ? text.chartOpens : text.chartHelp}
      notKnown={text.notKnown}
      onChoose={onOpen}
      svgRef={svgRef}
    />
  )
}

interface MetricTabsProps {
  totals: Report['totals']
  previous: Report['previous']
}

function MetricTabs({ totals, previous }: MetricTabsProps) {
  const text = useMessages(statisticsMessages)
  return (
    <Tabs.List className="grid grid-cols-2 border-b border-line sm:grid-cols-4">
      {metrics.map((name) => (
        <Tabs.Tab
          key={name}
          value={name}
          className="grid min-w-0 content-start gap-0.5 border-b-2 border-transparent px-4 py-3 text-left hover:bg-sunken focus-visible:-outline-offset-2 data-active:border-accent data-active:bg-tint/40 max-sm:nth-[-n+2]:border-b-line max-sm:nth-[-n+2]:data-active:border-b-accent"
        >
          <span className="text-sm text-soft">{text.metrics[name]}</span>
          <MetricTotal total={totals[name]} previous={previous?.[name] ?? null} />
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}

// From here on, tabs show a rounded number.
const roundedFrom = 100_000

function MetricTotal({ total, previous }: { total: number | null; previous: number | null }) {
  const text = useMessages(statisticsMessages)
  const formats = useFormats()
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span
        className="text-2xl font-semibold tabular-nums"
        title={total === null ? undefined : formats.number(total)}
      >
        {total === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">{text.notKnown}</span>
          </>
        ) : total < roundedFrom ? (
          formats.number(total)
        ) : (
          formats.short(total)
        )}
      </span>
      {previous !== null && total !== null ? <Change now={total} before={previous} /> : null}
    </span>
  )
}

interface PeriodLegendProps {
  report: Report
  previous: Report['previous']
  hasMarks: boolean
}

function PeriodLegend({ report, previous, hasMarks }: PeriodLegendProps) {
  const text = useMessages(statisticsMessages)
  const labels = timeLabels(report, useLanguage())
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-soft">
      <span className="inline-flex items-center gap-1.5">
        <Swatch /> {labels.days(report)}
      </span>
      {previous ? (
        <span className="inline-flex items-center gap-1.5">
          <Swatch dashed />
          {text.before(labels.days(previous))}
        </span>
      ) : null}
      {hasMarks ? (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className="text-warn">
            ◆
          </span>
          {text.changes}
        </span>
      ) : null}
    </p>
  )
}

function Swatch({ dashed }: { dashed?: boolean }) {
  return (
    <svg aria-hidden="true" width="18" height="4" className={dashed ? 'stroke-soft' : 'stroke-accent'}>
      <line
        x1="0"
        x2="18"
        y1="2"
        y2="2"
        strokeWidth={dashed ? 1.5 : 3}
        strokeDasharray={dashed ? '5 3' : undefined}
      />
    </svg>
  )
}
