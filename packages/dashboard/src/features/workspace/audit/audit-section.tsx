// The audit log of the workspace: who did what, when and from where, filtered and exported.
import type { AuditEvent } from '@linnet/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Download, SearchX } from '../../../components/icons.ts'
import { Loaded, MoreButton } from '../../../components/loaded.tsx'
import { Card } from '../../../components/page.tsx'
import { Empty, Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { apiAddress, client, fetchInSession } from '../../../lib/client.ts'
import { download } from '../../../lib/download.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { useSharedMessages } from '../../account/messages.ts'
import { auditMessages } from '../messages.ts'
import { timesOf, type WorkspaceSearch } from '../search.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditRow } from './audit-row.tsx'

const entriesAtOnce = 50

type AuditFilter = Parameters<typeof client.audit.list>[0] & object

/** The filters in the URL, as the API takes them. */
function filterOf({ person, action, ...days }: WorkspaceSearch): AuditFilter {
  return {
    ...(person ? { person } : {}),
    ...(action ? { action: action as AuditEvent['action'] } : {}),
    ...timesOf(days),
  }
}

export function AuditSection() {
  const text = useMessages(auditMessages)
  const { activity: shared } = useSharedMessages()
  const language = useLanguage()
  const search = useSearch({ from: '/workspace/{-$section}' })
  const navigate = useNavigate({ from: '/workspace/{-$section}' })
  const change = (change: WorkspaceSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  const filter = filterOf(search)
  const isFiltered = Object.keys(filter).length > 0
  const reset = () => change({ person: undefined, action: undefined, from: undefined, until: undefined })
  const query = useInfiniteQuery({
    queryKey: ['audit', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before, signal }) =>
      client.audit.list({ ...filter, before, limit: entriesAtOnce }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  return (
    <Card title={text.title} description={text.text} actions={<ExportButton filter={filter} />}>
      <AuditFilters search={search} onChange={change} />
      <Loaded query={query} heights={['h-14', 'h-14', 'h-14', 'h-14']}>
        {({ pages }) => {
          const events = pages.flatMap(({ data }) => data)
          if (events.length === 0)
            return (
              <Empty
                icon={<SearchX />}
                title={isFiltered ? text.none : text.empty}
                action={isFiltered ? <Button onClick={reset}>{text.reset}</Button> : null}
              >
                {isFiltered ? text.noneText : null}
              </Empty>
            )
          return (
            <div className="grid gap-4">
              <ul className="-my-2 divide-y divide-line">
                {events.map((event) => (
                  <AuditRow key={event.id} event={event} onPerson={(person) => change({ person })} />
                ))}
              </ul>
              {query.error ? <Notice kind="bad">{messageOf(query.error, language)}</Notice> : null}
              <MoreButton query={query}>{shared.older}</MoreButton>
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}

/** Downloads all entries that match. */
function ExportButton({ filter }: { filter: AuditFilter }) {
  const text = useMessages(auditMessages)
  const language = useLanguage()
  const formats = useFormats()
  const [busy, setBusy] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function save() {
    const controller = new AbortController()
    running.current = controller
    setBusy(true)
    const parameters = new URLSearchParams(
      Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const address = `${apiAddress}/audit/export${parameters.size > 0 ? `?${parameters}` : ''}`
    try {
      const bytes = await download({ fetch: fetchInSession, address, signal: controller.signal })
      showToast({ title: text.exported(formats.bytes(bytes)) })
    } catch (error) {
      if (!controller.signal.aborted) showToast({ kind: 'bad', title: messageOf(error, language) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button icon={<Download />} busy={busy} onClick={() => void save()}>
      {text.export}
    </Button>
  )
}
