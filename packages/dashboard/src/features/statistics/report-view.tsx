// A report as people look at it: totals and timeline, where clicks came from and with what, and what arrives just now.
import type { Link } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { classes } from '../../components/classes.ts'
import { Failure, Loading, Skeleton } from '../../components/states.tsx'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { Accuracy } from './accuracy.tsx'
import { Countries, Links, Referers, Technologies } from './breakdowns.tsx'
import { timeLabels } from './charts/time-labels.ts'
import { TimelineCard } from './charts/timeline-card.tsx'
import type { Days } from './days.ts'
import { ExportMenu } from './export-menu.tsx'
import { useLiveClicks } from './live/live-stream.ts'
import { statisticsMessages } from './messages.ts'
import { NothingYet } from './nothing-yet.tsx'
import { questionOf, reportQuery, useRefresh } from './report-query.ts'
import { ReportSkeleton } from './report-skeleton.tsx'
import { filterNames, type StatisticsSearch } from './search.ts'

const LivePanel = lazy(() =>
  import('./live/live-panel.tsx').then(({ LivePanel }) => ({ default: LivePanel })),
)

interface ReportViewProps {
  search: StatisticsSearch
  days: Days
  timezone: string
  /** The only link that the report is about, once it is known. */
  link?: Link
  onChange(change: Partial<StatisticsSearch>): void
}

export function ReportView({ search, days, timezone, link, onChange }: ReportViewProps) {
  const text = useMessages(statisticsMessages)
  const language = useLanguage()
  const [isTable, setIsTable] = useState(false)
  const svgRef = useRef<SVGSVGElement>(null)
  const {
    data: report,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery(reportQuery(questionOf(search, days, timezone)))
  const compared = search.compare ?? true
  const previous = (compared && report?.previous) || null
  const { data: earlier } = useQuery({
    ...reportQuery(questionOf(search, previous ?? days, timezone)),
    enabled: previous !== null && !isPlaceholderData,
  })
  const before =
    previous && earlier?.start === previous.start && earlier.end === previous.end ? earlier : null
  const isFiltered = search.kind !== undefined || filterNames.some((name) => search[name] !== undefined)
  const isEmpty = report?.totals.clicks === 0 && report.totals.bots === 0 && !isFiltered
  // Listened to here, so that nothing is lost when the first click makes a page of charts of an empty one.
  const arriving = useLiveClicks(search.link, useRefresh(isEmpty))

  if (error && !report) return <Failure error={error} onRetry={() => void refetch()} />
  if (!report) return <ReportSkeleton />

  const metric = search.metric ?? 'clicks'
  const labels = timeLabels(report, language)
  const live = (
    <Suspense
      fallback={
        <Loading>
          <Skeleton className="h-100 rounded-card" />
        </Loading>
      }
    >
      <LivePanel
        live={arriving}
        timezone={timezone}
        className={report.breakdowns.links === null ? 'lg:col-span-2' : undefined}
      />
    </Suspense>
  )
  if (isEmpty)
    return (
      <>
        <NothingYet url={link?.short_url} />
        {live}
      </>
    )
  const part = { report, search, onChange }
  return (
    <>
      <div
        aria-busy={isPlaceholderData}
        className={classes('grid gap-6 transition-opacity', isPlaceholderData && 'opacity-60')}
      >
        <TimelineCard
          report={report}
          before={before}
          compared={compared}
          metric={metric}
          onMetric={(chosen) => onChange({ metric: chosen === 'clicks' ? undefined : chosen })}
          onDays={(chosen) => onChange({ range: 'custom', ...chosen })}
          isTable={isTable}
          onTable={setIsTable}
          svgRef={svgRef}
          actions={
            <ExportMenu
              report={report}
              title={`${text.metrics(metric)}: ${link?.short_url ?? text.allLinks}`}
              subtitle={`${labels.days(report)} (${report.timezone})`}
              svgRef={svgRef}
              hasChart={!isTable}
            />
          }
        />
        <Accuracy notes={report.coverage.notes} />
        <div className="grid gap-6 lg:grid-cols-2">
          <Countries {...part} className="lg:col-span-2" />
          <Referers {...part} />
          {report.breakdowns.links === null ? null : <Links {...part} />}
          <Technologies {...part} />
          {live}
        </div>
      </div>
      <p className="text-sm text-soft">{text.zone(report.timezone)}</p>
    </>
  )
}
