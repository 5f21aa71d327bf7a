// The list of links: renders the rows in the window, whatever the length of the list.
import type { Link } from '@linnet/contract'
import { useQueries } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { MenuOpening } from '../../components/menu-list.tsx'
import { useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { LinkMenu } from './link-menu.tsx'
import { FailedRow, LinkRow, rowHeight, SkeletonRow } from './link-row.tsx'
import { linkMessages } from './messages.ts'
import { pageQuery } from './queries.ts'
import { useRowActions } from './row-actions.ts'
import { useRowFocus } from './row-focus.ts'
import { rowKeys } from './row-keys.ts'
import { type LinkFilter, pageSize, searchOf } from './search-params.ts'
import type { Selection } from './selection.ts'
import { useVirtualRows, type VirtualRows } from './virtual-rows.ts'

// The header and the toolbar stick to the window's top.
const topInset = 128

interface LinkListProps {
  filter: LinkFilter
  total: number
  selection: Selection
  /** Stays the same function. */
  onMove(links: readonly Link[]): void
  /** Stays the same function too. */
  onExplain(link: Link): void
  /** So does this one. */
  onDelete(links: readonly Link[]): void
}

export function LinkList({ filter, total, selection, ...targets }: LinkListProps) {
  const text = useMessages(linkMessages)
  const defaultHost = new URL(useMe().short_origin).host
  const list = useRef<HTMLUListElement>(null)
  const rows = useVirtualRows(list, { count: total, rowHeight, topInset })
  const linkAt = useLoadedRows(filter, rows)
  const menu = useLinkMenu()
  const anchor = useRef<number | null>(null)
  const actions = useRowActions({ filter, selection, anchor, openMenu: menu.open, ...targets })
  const hrefs = useHrefPrefixes(filter)
  const focusRow = useRowFocus(list, rows.scrollTo)

  return (
    <>
      <LinkMenu isOpen={menu.isOpen} target={menu.target} actions={actions} onClose={menu.close} />
      <ul
        ref={list}
        aria-label={text.list}
        aria-describedby="link-keys"
        onKeyDown={rowKeys({ filter, total, selection, actions, anchor, topInset, focusRow })}
        className="relative overflow-clip rounded-card border border-line bg-surface"
        style={{ height: rows.height + 2 }}
      >
        {numbers(rows.first, rows.end).map((row) => {
          const { link, retry } = linkAt(row)
          const position = { row, total, top: rows.top(row) }
          if (link)
            return (
              <LinkRow
                key={row}
                {...position}
                link={link}
                isSelected={selection.links.has(link.id)}
                isMenuOpen={menu.isOpen && menu.target?.link.id === link.id}
                panelHref={hrefs.panel + link.id}
                statisticsHref={hrefs.statistics + link.id}
                actions={actions}
                defaultHost={defaultHost}
              />
            )
          return retry ? (
            <FailedRow key={row} {...position} onRetry={retry} />
          ) : (
            <SkeletonRow key={row} {...position} />
          )
        })}
      </ul>
    </>
  )
}

/** Loads the pages of the rows in the window; returns what is known of a row. */
function useLoadedRows(filter: LinkFilter, rows: VirtualRows) {
  const pages = numbers(
    Math.floor(rows.first / pageSize),
    Math.floor(Math.max(rows.end - 1, 0) / pageSize) + 1,
  )
  const queries = useQueries({ queries: pages.map((page) => pageQuery(filter, page)) })
  return (row: number): { link?: Link; retry?: () => void } => {
    const query = queries[Math.floor(row / pageSize) - (pages[0] ?? 0)]
    const link = query?.data?.data[row % pageSize]
    return { link, ...(query?.isError ? { retry: () => void query.refetch() } : {}) }
  }
}

interface MenuState {
  /** The link whose menu was opened last; it stays while the menu closes. */
  target: { link: Link; opening: MenuOpening } | null
  isOpen: boolean
}

function useLinkMenu() {
  const [state, setState] = useState<MenuState>({ target: null, isOpen: false })
  const open = useCallback(
    (link: Link, opening: MenuOpening) => setState({ target: { link, opening }, isOpen: true }),
    [],
  )
  const close = () => setState((before) => ({ ...before, isOpen: false }))
  return { ...state, open, close }
}

/** The URLs of a link's panel and statistics up to the link's id, so that rows have little to do. */
function useHrefPrefixes(filter: LinkFilter) {
  const router = useRouter()
  return useMemo(() => {
    const prefix = (to: '/links' | '/statistics', search: object) =>
      router.history.createHref(
        `${router.basepath}${to}${router.options.stringifySearch({ ...search, link: '' })}`,
      )
    return { panel: prefix('/links', searchOf(filter)), statistics: prefix('/statistics', {}) }
  }, [router, filter])
}

function numbers(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
}
