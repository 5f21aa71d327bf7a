// Reports of abuse: the open ones, what was decided about the others, page by page.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Flag } from 'lucide-react'
import { useWords } from '../../app/language.ts'
import { Segments } from '../../components/segments.tsx'
import { Empty, Failure, Loading, Skeleton } from '../../components/states.tsx'
import { Pager } from './pager.tsx'
import { type ReportStatus, reportsQuery } from './queries.ts'
import { ReportCard } from './report-card.tsx'
import { reportWords } from './report-words.ts'

const route = getRouteApi('/administration/{-$section}/{-$item}')

export function ReportsSection() {
  const text = useWords(reportWords)
  const given = route.useSearch()
  const navigate = route.useNavigate()
  const status: ReportStatus = given.status === 'closed' || given.status === 'all' ? given.status : 'open'
  const { page = 1 } = given
  const reports = useQuery(reportsQuery({ status, page }))
  const show = (to: { status: ReportStatus; page?: number }) =>
    void navigate({
      search: {
        ...(to.status === 'open' ? {} : { status: to.status }),
        ...(to.page && to.page > 1 ? { page: to.page } : {}),
      },
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose flex-1 basis-80 text-sm text-soft">{text.about}</p>
        <Segments
          label={text.show}
          value={status}
          options={[
            { value: 'open', label: text.open },
            { value: 'closed', label: text.closed },
            { value: 'all', label: text.all },
          ]}
          onChange={(status: ReportStatus) => show({ status })}
        />
      </div>
      {reports.data ? (
        reports.data.data.length > 0 ? (
          <ul className="grid gap-4">
            {reports.data.data.map((report) => (
              <li key={report.id}>
                <ReportCard report={report} />
              </li>
            ))}
          </ul>
        ) : status === 'closed' ? (
          <Empty icon={<Flag />} title={text.noneClosed}>
            {text.noneClosedText}
          </Empty>
        ) : (
          <Empty icon={<Flag />} title={text.none}>
            {text.noneText}
          </Empty>
        )
      ) : reports.isError ? (
        <Failure error={reports.error} onRetry={() => void reports.refetch()} />
      ) : (
        <Loading>
          <Skeleton className="h-72" />
        </Loading>
      )}
      {reports.data ? (
        <Pager page={page} total={reports.data.total} onChange={(page) => show({ status, page })} />
      ) : null}
    </div>
  )
}
