// The statistics page: its header and filters, which come from the URL.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Page } from '../../components/page.tsx'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { navigationMessages } from '../../shell/navigation.ts'
import { chosenRange, dayIn, todayIn, zoneOf } from './days.ts'
import { Filters } from './filters.tsx'
import { statisticsMessages } from './messages.ts'
import { CustomRange, PlanDays, RangePicker } from './range-picker.tsx'
import { linkQuery } from './report-query.ts'
import { ReportSkeleton } from './report-skeleton.tsx'
import type { RangeName, StatisticsSearch } from './search.ts'

const ReportView = lazy(() => import('./report-view.tsx').then(({ ReportView }) => ({ default: ReportView })))
const route = getRouteApi('/statistics')

export function StatisticsPage() {
  const text = useMessages(statisticsMessages)
  const title = useMessages(navigationMessages).statistics
  const language = useLanguage()
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/statistics' })
  const planDays = useMe().quota.analytics_days
  const [isChoosing, setIsChoosing] = useState(false)
  const timezone = zoneOf()
  const today = todayIn(timezone)
  const { range, days } = chosenRange(search, today, planDays)
  const link = useQuery({ ...linkQuery(search.link ?? ''), enabled: search.link !== undefined })

  // If there is no such link, only the identifier in the URL is known.
  const nameOf = (found: string | undefined) =>
    search.link === undefined ? undefined : found || (link.isError ? search.link : '…')

  const change = (changes: Partial<StatisticsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }), resetScroll: false })
  function choose(chosen: RangeName) {
    setIsChoosing(chosen === 'custom')
    if (chosen !== 'custom') change({ range: chosen, start: undefined, end: undefined })
  }

  return (
    <Page
      title={title}
      description={<span dir="auto">{nameOf(link.data?.short_url) ?? text.allLinks}</span>}
      actions={<RangePicker range={isChoosing ? 'custom' : range} onChoose={choose} planDays={planDays} />}
      wide
    >
      {isChoosing || range === 'custom' ? (
        <CustomRange
          key={`${days.start} ${days.end}`}
          days={days}
          today={today}
          planDays={planDays}
          onChoose={({ start, end }) => change({ range: 'custom', start, end })}
        />
      ) : null}
      <Filters
        search={search}
        linkName={nameOf(link.data?.title || link.data?.short_url)}
        dayName={range === 'custom' && days.start === days.end ? dayIn(language)(days.start) : undefined}
        onChange={change}
      />
      <Suspense fallback={<ReportSkeleton />}>
        <ReportView search={search} days={days} timezone={timezone} link={link.data} onChange={change} />
      </Suspense>
      {planDays === null ? null : <PlanDays days={planDays} />}
    </Page>
  )
}
