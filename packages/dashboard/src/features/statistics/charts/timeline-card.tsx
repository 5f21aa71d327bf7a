// The totals, as tabs that choose what the timeline below them shows.
import { Tabs } from '@base-ui/react/tabs'
import type { Report } from '@linnet/contract'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChartLine, Table } from '../../../components/icons.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { Change } from '../change.tsx'
import type { Days } from '../days.ts'
import { marksOf } from '../grouping.ts'
import { statisticsMessages } from '../messages.ts'
import { type Metric, metrics } from '../search.ts'
import { timeLabels } from './time-labels.ts'
import { type ChartPoint, TimelineChart } from './timeline-chart.tsx'
import { TimelineTable } from './timeline-table.tsx'

interface TimelineCardProps {
  report: Report
  /** The report of the period before; null where it is not compared with. */
  before: Report | null
  /** Whether numbers are compared. */
  compared: boolean
  metric: Metric
  onMetric(metric: Metric): void
  onDays(days: Days): void
  isTable: boolean
  onTable(isTable: boolean): void
  svgRef: RefObject<SVGSVGElement | null>
  /** Beside the choice of chart or table. */
  actions: ReactNode
}

export function TimelineCard({
  report,
  before,
  compared,
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
  const formats = useFormats()
  const labels = timeLabels(report, language)
  const beforeLabels = before && timeLabels(before, language)
  const marks = marksOf(report)
  const earlier = before && marksOf(before)
  const now = Date.now() / 1000
  const points: ChartPoint[] = marks.map((mark, index) => {
    const other = earlier?.[index]
    return {
      label: labels.full(mark),
      axis: labels.axis(mark),
      // What is still to come is not nothing.
      value: mark.at > now ? null : mark[metric],
      before: other && beforeLabels ? { label: beforeLabels.full(other), value: other[metric] } : null,
    }
  })
  const opens = report.interval === 'day'
  const open = (index: number) => {
    const mark = marks[index]
    if (mark) onDays({ start: mark.date, end: mark.end })
  }
  const previous = compared ? report.previous : null

  return (
    <Tabs.Root
      value={metric}
      onValueChange={(value) => onMetric(value as Metric)}
      render={<section aria-label={text.timeline} />}
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface"
    >
      <Tabs.List className="grid grid-cols-2 border-b border-line sm:grid-cols-4">
        {metrics.map((name) => (
          <Tabs.Tab
            key={name}
            value={name}
            className="grid min-w-0 content-start gap-0.5 border-b-2 border-transparent px-4 py-3 text-left hover:bg-sunken focus-visible:-outline-offset-2 data-active:border-accent data-active:bg-tint/40 max-sm:nth-[-n+2]:border-b-line max-sm:nth-[-n+2]:data-active:border-b-accent"
          >
            <span className="text-sm text-soft">{text.metrics(name)}</span>
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-2xl font-semibold tabular-nums" title={numberOf(report.totals[name])}>
                {report.totals[name] === null ? (
                  <>
                    <span aria-hidden="true">–</span>
                    <span className="sr-only">{text.notKnown}</span>
                  </>
                ) : report.totals[name] < 100_000 ? (
                  formats.number(report.totals[name])
                ) : (
                  formats.short(report.totals[name])
                )}
              </span>
              {previous && previous[name] !== null && report.totals[name] !== null ? (
                <Change now={report.totals[name]} before={previous[name]} />
              ) : null}
            </span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={metric} className="p-3 sm:p-4">
        <div className="mb-1 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
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
          </p>
          <div className="flex items-center gap-1 max-sm:-ml-3">
            <Button
              look="quiet"
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
          <TimelineTable name={text.metrics(metric)} points={points} onOpen={opens ? open : undefined} />
        ) : (
          <TimelineChart
            name={text.metrics(metric)}
            points={points}
            help={opens ? text.chartOpens : text.chartHelp}
            notKnown={text.notKnown}
            onChoose={opens ? open : undefined}
            svgRef={svgRef}
          />
        )}
        {metric === 'visitors' && report.totals.visitors === null ? (
          <p className="pt-2 text-sm text-soft">{text.visitorsUnknown}</p>
        ) : null}
      </Tabs.Panel>
    </Tabs.Root>
  )

  function numberOf(value: number | null) {
    return value === null ? undefined : formats.number(value)
  }
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
