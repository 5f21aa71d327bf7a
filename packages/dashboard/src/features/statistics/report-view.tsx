// A report on the page: totals and timeline, breakdowns, and the live view.
import type { Link, Report } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Failure, Loading, Skeleton } from '../../components/states.tsx'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { useLinkMarks } from '../history/link-marks.ts'
import { Accuracy } from './accuracy.tsx'
import { Countries, Links, Placements, Referers, Technologies } from './breakdowns.tsx'
import { timeLabels } from './charts/time-labels.ts'
import { TimelineCard } from './charts/timeline-card.tsx'
import type { Days } from './days.ts'
import { ExportMenu } from './export-menu.tsx'
import { useLiveClicks } from './live/use-live-clicks.ts'
import { statisticsMessages } from './messages.ts'
import { NothingYet } from './nothing-yet.tsx'
import { reportQuery, reportRequestOf, useRefresh } from './report-query.ts'
import { ReportSkeleton } from './report-skeleton.tsx'
import { RulesCard } from './rules-card.tsx'
import { filterNames, type StatisticsSearch } from './search.ts'

const LivePanel = lazy(() =>
  import('./live/live-panel.tsx').then(({ LivePanel }) => ({ default: LivePanel })),
)

interface ReportViewProps {
  search: StatisticsSearch
  days: Days
  timezone: string
  /** The link that the report is about, once it is loaded; undefined if it is about all of them. */
  link: Link | undefined
  onChange(change: Partial<StatisticsSearch>): void
}

export function ReportView({ search, days, timezone, link, onChange }: ReportViewProps) {
  const [isTable, setIsTable] = useState(false)
  const { report, before, error, refetch, isPlaceholderData } = useReports(search, days, timezone)
  const isFiltered = search.kind !== undefined || filterNames.some((name) => search[name] !== undefined)
  const isEmpty = report?.totals.clicks === 0 && report.totals.bots === 0 && !isFiltered
  // The stream is opened here, so that it continues when the first click turns an empty page into one with charts.
  const liveClicks = useLiveClicks(search.link, useRefresh(isEmpty))

  if (error && !report) return <Failure error={error} onRetry={() => void refetch()} />
  if (!report) return <ReportSkeleton />

  const live = (
    <Suspense
      fallback={
        <Loading>
          <Skeleton className="h-100 rounded-card" />
        </Loading>
      }
    >
      <LivePanel
        live={liveClicks}
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
  return (
    <>
      <div
        aria-busy={isPlaceholderData}
        className={clsx('grid gap-6 transition-opacity', isPlaceholderData && 'opacity-60')}
      >
        <Charts
          report={report}
          days={days}
          before={before}
          search={search}
          link={link}
          onChange={onChange}
          isTable={isTable}
          onTable={setIsTable}
          live={live}
        />
      </div>
      <TimeZone report={report} />
    </>
  )
}

/** The report, and the one of the previous period if they are compared. */
function useReports(search: StatisticsSearch, days: Days, timezone: string) {
  const {
    data: report,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery(reportQuery(reportRequestOf(search, days, timezone)))
  const previous = (isCompared(search) && report?.previous) || null
  const { data: earlier } = useQuery({
    ...reportQuery(reportRequestOf(search, previous ?? days, timezone)),
    enabled: previous !== null && !isPlaceholderData,
  })
  const before =
    previous && earlier?.start === previous.start && earlier.end === previous.end ? earlier : null
  return { report, before, error, refetch, isPlaceholderData }
}

const isCompared = ({ compare }: StatisticsSearch) => compare ?? true

interface ChartsProps extends Pick<ReportViewProps, 'search' | 'days' | 'link' | 'onChange'> {
  report: Report
  before: Report | null
  isTable: boolean
  onTable(isTable: boolean): void
  /** The live view, among the other cards. */
  live: ReactNode
}

function Charts({ report, before, search, days, link, onChange, isTable, onTable, live }: ChartsProps) {
  const text = useMessages(statisticsMessages)
  const labels = timeLabels(report, useLanguage())
  const svgRef = useRef<SVGSVGElement>(null)
  const metric = search.metric ?? 'clicks'
  const marks = useLinkMarks(search.link)
  const breakdown = { report, search, onChange }
  return (
    <>
      <TimelineCard
        report={report}
        before={before}
        compared={isCompared(search)}
        marks={marks}
        metric={metric}
        onMetric={(chosen) => onChange({ metric: chosen === 'clicks' ? undefined : chosen })}
        onDays={(chosen) => onChange({ range: 'custom', ...chosen })}
        isTable={isTable}
        onTable={onTable}
        svgRef={svgRef}
        actions={
          <ExportMenu
            report={report}
            title={`${text.metrics[metric]}: ${link?.short_url ?? text.allLinks}`}
            subtitle={`${labels.days(report)} (${report.timezone})`}
            svgRef={svgRef}
            hasChart={!isTable}
          />
        }
      />
      <Accuracy notes={report.coverage.notes} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Countries {...breakdown} className="lg:col-span-2" />
        {link && link.rules.length > 0 ? (
          <RulesCard link={link} days={days} className="lg:col-span-2" />
        ) : null}
        <Referers {...breakdown} />
        {report.breakdowns.links === null ? null : <Links {...breakdown} />}
        <Placements {...breakdown} />
        <Technologies {...breakdown} />
        {live}
      </div>
    </>
  )
}

function TimeZone({ report }: { report: Report }) {
  const text = useMessages(statisticsMessages)
  return <p className="text-sm text-soft">{text.zone(report.timezone)}</p>
}
