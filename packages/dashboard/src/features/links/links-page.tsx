// The page of links: the list with its search, order and selection, and the panel beside it.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../../components/button.tsx'
import { FileUp, Link as LinkIcon, SearchX } from '../../components/icons.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Failure, Loading, Notice } from '../../components/states.tsx'
import { useFormats } from '../../lib/formats.ts'
import { useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { LinkList } from './link-list.tsx'
import { SkeletonRows } from './link-row.tsx'
import { linkMessages } from './messages.ts'
import { pageQuery } from './queries.ts'
import { filterOf, type LinksSearch } from './search-params.ts'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { Toolbar } from './toolbar.tsx'

const Panel = lazy(() => import('./panel/link-panel.tsx').then(({ LinkPanel }) => ({ default: LinkPanel })))

const route = getRouteApi('/links')

export function LinksPage() {
  const text = useMessages(linkMessages)
  const formats = useFormats()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const selection = useSelection()
  const wanted = filterOf(search)
  const first = useQuery({ ...pageQuery(wanted, 0), placeholderData: keepPreviousData })
  // Until the answer to another search is there, the list stays as it was.
  const shownBefore = useRef(wanted)
  const filter = first.isPlaceholderData ? shownBefore.current : wanted
  useEffect(() => {
    shownBefore.current = filter
  })

  /** What is typed into the search replaces its entry in the history; a panel has one of its own. */
  function change(to: Partial<Record<keyof LinksSearch, string | undefined>>, replace = true) {
    void navigate({
      search: (before) => ({ ...before, ...to }) as LinksSearch,
      replace,
      resetScroll: false,
    })
  }

  const total = first.data?.total
  const isEverything = !wanted.search && wanted.status === 'active'
  const description = total === undefined ? ' ' : total === 1 ? text.one : text.count(formats.number(total))
  return (
    <Page
      title={text.title}
      description={<span role="status">{description}</span>}
      wide
      actions={
        <ButtonLink to="/links/bulk">
          <FileUp />
          {text.bulk}
        </ButtonLink>
      }
    >
      <Quarantined />
      <div className="grid">
        <div className="sticky top-[3.8125rem] z-10 -mx-1 bg-ground px-1 pb-2">
          {selection.links.size > 0 ? (
            <SelectionBar selection={selection} />
          ) : (
            <Toolbar search={search} isBusy={first.isPlaceholderData} onChange={change} />
          )}
        </div>
        {first.isError && !first.data ? (
          <Failure error={first.error} onRetry={() => void first.refetch()} />
        ) : total === undefined ? (
          <Loading>
            <SkeletonRows />
          </Loading>
        ) : total > 0 ? (
          <LinkList filter={filter} total={total} selection={selection} />
        ) : isEverything ? (
          <NoLinks />
        ) : (
          <Empty
            icon={<SearchX />}
            title={text.nothingTitle}
            action={
              <div className="flex flex-wrap justify-center gap-2">
                {wanted.search && wanted.status !== 'all' ? (
                  <Button onClick={() => change({ status: 'all' })}>{text.everywhere}</Button>
                ) : null}
                <Button onClick={() => change({ q: undefined, status: undefined })}>{text.reset}</Button>
              </div>
            }
          >
            {wanted.search ? text.nothing : text.nothingArchived}
          </Empty>
        )}
      </div>
      {search.link ? (
        <Suspense>
          <Panel key={search.link} id={search.link} onClose={() => change({ link: undefined }, false)} />
        </Suspense>
      ) : null}
    </Page>
  )
}

/** What a new account sees. */
function NoLinks() {
  const text = useMessages(linkMessages)
  return (
    <Empty
      icon={<LinkIcon />}
      title={text.emptyTitle}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button look="primary" onClick={() => document.getElementById('destination')?.focus()}>
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

/** Of a new account: visitors of its links see first where they lead. */
function Quarantined() {
  const text = useMessages(linkMessages)
  const formats = useFormats()
  const { quarantined_until: until } = useMe()
  if (until === null || until * 1000 <= Date.now()) return null
  return <Notice kind="warn">{text.quarantined(formats.moment(until))}</Notice>
}
