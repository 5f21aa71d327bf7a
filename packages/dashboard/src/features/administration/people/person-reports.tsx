// The reports about one person's links and microsites, as a list.
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../../components/page.tsx'
import { Failure, Loading, Skeleton } from '../../../components/states.tsx'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { reportsQuery, rowsAtOnce } from '../queries.ts'
import { reportMessages } from '../reports/report-messages.ts'
import { reportedAddress } from '../reports/reported-address.ts'
import { peopleMessages } from './people-messages.ts'

export function PersonReports({ id }: { id: string }) {
  const text = useMessages(peopleMessages)
  const reportText = useMessages(reportMessages)
  const formats = useFormats()
  const reports = useQuery(reportsQuery({ status: 'all', page: 1, owner: id }))
  if (reports.isError) return <Failure error={reports.error} onRetry={() => void reports.refetch()} />
  if (!reports.data)
    return (
      <Loading>
        <Skeleton className="h-12" />
      </Loading>
    )
  const { data, total } = reports.data
  if (total === 0) return <p className="text-sm text-soft">{text.noReports}</p>
  return (
    <>
      <ul className="divide-y divide-line text-sm">
        {data.map((report) => (
          <li key={report.id} className="grid gap-1 py-2.5">
            <span className="flex flex-wrap items-center gap-2">
              <span dir="ltr" translate="no" className="min-w-0 break-all font-medium">
                {reportedAddress(report)}
              </span>
              <Badge variant="warn">{reportText[report.reason]}</Badge>
              <Badge>{report.outcome ? reportText[report.outcome] : reportText.open}</Badge>
            </span>
            <span className="text-soft">{formats.moment(report.created_at)}</span>
          </li>
        ))}
      </ul>
      {total > rowsAtOnce ? <p className="text-sm text-soft">{text.allReports}</p> : null}
    </>
  )
}
