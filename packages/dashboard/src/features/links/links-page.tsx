// The page of links: the list with search, order and selection, and the panel beside it.

import type { Link } from '@linnet/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { FileUp, Link as LinkIcon, SearchX } from '../../components/icons.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Failure, Loading, Notice } from '../../components/states.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { useMay } from '../../lib/workspace/may.ts'
import { LinkList } from './link-list.tsx'
import { SkeletonRows } from './link-row.tsx'
import { linkMessages } from './messages.ts'
import { pageQuery } from './queries.ts'
import { filterOf, type LinkFilter, type LinksSearch } from './search-params.ts'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { Toolbar } from './toolbar.tsx'

const MoveLinks = lazy(() =>
  import('./moving/move-links.tsx').then(({ MoveLinks }) => ({ default: MoveLinks })),
)
const DeleteLinks = lazy(() =>
  import('./deleting/delete-links.tsx').then(({ DeleteLinks }) => ({ default: DeleteLinks })),
)
const ExplainDialog = lazy(() =>
  import('./explain/explain-dialog.tsx').then(({ ExplainDialog }) => ({ default: ExplainDialog })),
)
const Panel = lazy(() => import('./panel/link-panel.tsx').then(({ LinkPanel }) => ({ default: LinkPanel })))

const route = getRouteApi('/links')

export function LinksPage() {
  const text = useMessages(linkMessages)
  const formats = useFormats()
  const search = route.useSearch()
  const changeSearch = useSearchChange()
  const selection = useSelection()
  const mayCreate = useMay('links.createMany')
  const [moved, setMoved] = useState<readonly Link[] | null>(null)
  const [deleted, setDeleted] = useState<readonly Link[] | null>(null)
  const [explained, setExplained] = useState<Link | null>(null)
  const { firstPage, filter } = useFirstPage(search)
  const total = firstPage.data?.total
  const description = total === undefined ? ' ' : total === 1 ? text.one : text.count(formats.number(total))
  return (
    <Page
      title={text.title}
      description={<span role="status">{description}</span>}
      wide
      actions={
        <>
          <ButtonLink to="/links/mistyped">{text.mistyped}</ButtonLink>
          <ButtonLink to="/links/broken">{text.broken}</ButtonLink>
          <ButtonLink to="/links/tags">{text.tags}</ButtonLink>
          {mayCreate ? (
            <ButtonLink to="/links/bulk">
              <FileUp />
              {text.bulk}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <QuarantineNotice />
      <div className="grid">
        <div className="sticky top-[3.8125rem] z-10 -mx-1 bg-ground px-1 pb-2">
          {selection.links.size > 0 ? (
            <SelectionBar selection={selection} onMove={setMoved} onDelete={setDeleted} />
          ) : (
            <Toolbar search={search} isBusy={firstPage.isPlaceholderData} onChange={changeSearch} />
          )}
        </div>
        {firstPage.isError && !firstPage.data ? (
          <Failure error={firstPage.error} onRetry={() => void firstPage.refetch()} />
        ) : total === undefined ? (
          <Loading>
            <SkeletonRows />
          </Loading>
        ) : total > 0 ? (
          <LinkList
            filter={filter}
            total={total}
            selection={selection}
            onMove={setMoved}
            onExplain={setExplained}
            onDelete={setDeleted}
          />
        ) : (
          <EmptyList filter={filterOf(search)} onChange={changeSearch} />
        )}
      </div>
      {search.link ? (
        <Suspense>
          <Panel
            key={search.link}
            id={search.link}
            onClose={() => changeSearch({ link: undefined }, { replace: false })}
          />
        </Suspense>
      ) : null}
      {explained ? (
        <Suspense>
          <ExplainDialog link={explained} onClose={() => setExplained(null)} />
        </Suspense>
      ) : null}
      {moved ? (
        <Suspense>
          <MoveLinks links={moved} onMoved={selection.clear} onClose={() => setMoved(null)} />
        </Suspense>
      ) : null}
      {deleted ? (
        <Suspense>
          <DeleteLinks links={deleted} onDeleted={selection.clear} onClose={() => setDeleted(null)} />
        </Suspense>
      ) : null}
    </Page>
  )
}

type SearchChange = Partial<Record<Exclude<keyof LinksSearch, 'tag'>, string | undefined>> &
  Pick<LinksSearch, 'tag'>

/** Changes the URL. Typing into the search field replaces the history's entry; a panel gets one of its own. */
function useSearchChange() {
  const navigate = route.useNavigate()
  return (change: SearchChange, { replace } = { replace: true }) =>
    void navigate({
      search: (before) => ({ ...before, ...change }) as LinksSearch,
      replace,
      resetScroll: false,
    })
}

/** The first page of a search, and the filter it belongs to: the list stays as it was until the next one is loaded. */
function useFirstPage(search: LinksSearch) {
  const requested = filterOf(search)
  const firstPage = useQuery({ ...pageQuery(requested, 0), placeholderData: keepPreviousData })
  const previous = useRef(requested)
  const filter = firstPage.isPlaceholderData ? previous.current : requested
  useEffect(() => {
    previous.current = filter
  })
  return { firstPage, filter }
}

interface EmptyListProps {
  filter: LinkFilter
  onChange(change: SearchChange): void
}

function EmptyList({ filter: { search, status, tags }, onChange }: EmptyListProps) {
  const text = useMessages(linkMessages)
  if (!search && status === 'active' && tags.length === 0) return <NoLinks />
  return (
    <Empty
      icon={<SearchX />}
      title={text.nothingTitle}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {search && status !== 'all' ? (
            <Button onClick={() => onChange({ status: 'all' })}>{text.everywhere}</Button>
          ) : null}
          <Button onClick={() => onChange({ q: undefined, status: undefined, tag: undefined })}>
            {text.reset}
          </Button>
        </div>
      }
    >
      {tags.length > 0 ? text.nothingTagged : search ? text.nothing : text.nothingArchived}
    </Empty>
  )
}

/** For a new account or workspace. */
function NoLinks() {
  const text = useMessages(linkMessages)
  const mayCreate = useMay('links.create')
  if (!mayCreate)
    return (
      <Empty icon={<LinkIcon />} title={text.viewerEmptyTitle}>
        {text.viewerEmpty}
      </Empty>
    )
  return (
    <Empty
      icon={<LinkIcon />}
      title={text.emptyTitle}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={() => document.getElementById('destination')?.focus()}>
            {text.start}
          </Button>
          <ButtonLink to="/links/bulk">{text.import}</ButtonLink>
        </div>
      }
    >
      {text.empty}
    </Empty>
  )
}

/** Tells a new account or workspace that visitors of its links see a warning first. */
function QuarantineNotice() {
  const text = useMessages(linkMessages)
  const formats = useFormats()
  const { quarantined_until: until, user } = useMe()
  if (until === null || until * 1000 <= Date.now()) return null
  return (
    <Notice kind="warn">
      {(user.workspace.personal ? text.quarantined : text.quarantinedWorkspace)(formats.moment(until))}
    </Notice>
  )
}
