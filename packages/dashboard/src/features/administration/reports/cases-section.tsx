// A list of cases for administrators to decide: the open ones and, page by page, those that are decided.
import type { UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Loaded } from '../../../components/loaded.tsx'
import { Segments } from '../../../components/segments.tsx'
import { Empty } from '../../../components/states.tsx'
import { Pager } from '../pager.tsx'
import type { ReportStatus } from '../queries.ts'

const route = getRouteApi('/administration/{-$section}/{-$item}')

interface CasesMessages {
  about: string
  show: string
  open: string
  closed: string
  all: string
  none: string
  noneText: string
  noneClosed: string
  noneClosedText: string
}

interface Cases<Case> {
  data: Case[]
  total: number
}

interface CasesSectionProps<Case> {
  messages: CasesMessages
  icon: ReactNode
  useCases(filter: { status: ReportStatus; page: number }): UseQueryResult<Cases<Case>>
  renderCase(one: Case): ReactNode
}

export function CasesSection<Case extends { id: string }>(props: CasesSectionProps<Case>) {
  const { messages, useCases } = props
  const current = route.useSearch()
  const navigate = route.useNavigate()
  const status: ReportStatus =
    current.status === 'closed' || current.status === 'all' ? current.status : 'open'
  const { page = 1 } = current
  const cases = useCases({ status, page })
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
        <p className="max-w-prose flex-1 basis-80 text-sm text-soft">{messages.about}</p>
        <Segments
          label={messages.show}
          value={status}
          options={[
            { value: 'open', label: messages.open },
            { value: 'closed', label: messages.closed },
            { value: 'all', label: messages.all },
          ]}
          onChange={(status: ReportStatus) => show({ status })}
        />
      </div>
      <Loaded query={cases} heights={['h-72']}>
        {({ data }) => <CaseList {...props} cases={data} status={status} />}
      </Loaded>
      {cases.data ? (
        <Pager page={page} total={cases.data.total} onChange={(page) => show({ status, page })} />
      ) : null}
    </div>
  )
}

interface CaseListProps<Case> extends CasesSectionProps<Case> {
  cases: Case[]
  status: ReportStatus
}

function CaseList<Case extends { id: string }>(props: CaseListProps<Case>) {
  const { messages, icon, renderCase, cases, status } = props
  if (cases.length === 0) {
    const [none, noneText] =
      status === 'closed'
        ? [messages.noneClosed, messages.noneClosedText]
        : [messages.none, messages.noneText]
    return (
      <Empty icon={icon} title={none}>
        {noneText}
      </Empty>
    )
  }
  return (
    <ul className="grid gap-4">
      {cases.map((one) => (
        <li key={one.id}>{renderCase(one)}</li>
      ))}
    </ul>
  )
}
