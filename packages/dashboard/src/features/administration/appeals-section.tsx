// Appeals against blocks: the open ones, what was decided about the others, page by page.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { useWords } from '../../app/language.ts'
import { Segments } from '../../components/segments.tsx'
import { Empty, Failure, Loading, Skeleton } from '../../components/states.tsx'
import { appealWords } from '../appeals/words.ts'
import { AppealCard } from './appeal-card.tsx'
import { Pager } from './pager.tsx'
import { appealsQuery, type ReportStatus } from './queries.ts'

const route = getRouteApi('/administration/{-$section}/{-$item}')

export function AppealsSection() {
  const text = useWords(appealWords)
  const given = route.useSearch()
  const navigate = route.useNavigate()
  const status: ReportStatus = given.status === 'closed' || given.status === 'all' ? given.status : 'open'
  const { page = 1 } = given
  const appeals = useQuery(appealsQuery({ status, page }))
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
      {appeals.data ? (
        appeals.data.data.length > 0 ? (
          <ul className="grid gap-4">
            {appeals.data.data.map((appeal) => (
              <li key={appeal.id}>
                <AppealCard appeal={appeal} />
              </li>
            ))}
          </ul>
        ) : status === 'closed' ? (
          <Empty icon={<Scale />} title={text.noneClosed}>
            {text.noneClosedText}
          </Empty>
        ) : (
          <Empty icon={<Scale />} title={text.none}>
            {text.noneText}
          </Empty>
        )
      ) : appeals.isError ? (
        <Failure error={appeals.error} onRetry={() => void appeals.refetch()} />
      ) : (
        <Loading>
          <Skeleton className="h-72" />
        </Loading>
      )}
      {appeals.data ? (
        <Pager page={page} total={appeals.data.total} onChange={(page) => show({ status, page })} />
      ) : null}
    </div>
  )
}
