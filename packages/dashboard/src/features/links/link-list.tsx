// The rows that the window shows of a list of any length, and the keys that move among them.
import type { Link } from '@linnet/contract'
import { useQueries } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { copyText } from '../../components/copy-button.tsx'
import { kitMessages } from '../../components/messages.ts'
import { showToast } from '../../components/toast-queue.ts'
import { useMessages } from '../../lib/language.ts'
import { useMe } from '../../lib/session.ts'
import { useArchiving } from './archiving.ts'
import { LinkMenu } from './link-menu.tsx'
import { FailedRow, LinkRow, type RowActions, rowHeight, SkeletonRow } from './link-row.tsx'
import { linkMessages } from './messages.ts'
import { loadedLink, pageQuery } from './queries.ts'
import { type LinkFilter, pageSize, searchOf } from './search-params.ts'
import type { Selection } from './selection.ts'
import { useVirtualRows } from './virtual-rows.ts'

// The header and the toolbar stick to the window's top.
const topInset = 128

interface LinkListProps {
  filter: LinkFilter
  total: number
  selection: Selection
}

export function LinkList({ filter, total, selection }: LinkListProps) {
  const text = useMessages(linkMessages)
  const archiving = useArchiving()
  const defaultHost = new URL(useMe().short_origin).host
  const list = useRef<HTMLUListElement>(null)
  const rows = useVirtualRows(list, { count: total, rowHeight, topInset })
  const pages = numbers(
    Math.floor(rows.first / pageSize),
    Math.floor(Math.max(rows.end - 1, 0) / pageSize) + 1,
  )
  const answers = useQueries({ queries: pages.map((page) => pageQuery(filter, page)) })

  // Rows are drawn anew only when they change, so what they are given must not.
  const latest = useRef({ filter, selection, archiving })
  latest.current = { filter, selection, archiving }
  const anchor = useRef<number | null>(null)
  const router = useRouter()
  const [menu, setMenu] = useState<{ asked: { link: Link; button: HTMLElement } | null; isOpen: boolean }>({
    asked: null,
    isOpen: false,
  })
  const { tooMany, copied } = text
  const { copyFailed } = useMessages(kitMessages)
  const actions = useMemo((): RowActions => {
    const panel = (id: Link['id']) =>
      ({
        to: '/links',
        search: { ...searchOf(latest.current.filter), link: id },
        resetScroll: false,
      }) as const
    return {
      openMenu: (link, button) => setMenu({ asked: { link, button }, isOpen: true }),
      edit: ({ id }) => void router.navigate(panel(id)),
      copy: ({ short_url }) =>
        void copyText(short_url, copyFailed).then(
          (done) => done && showToast({ title: copied, description: short_url }),
        ),
      design: ({ id }) => void router.navigate({ to: '/qr', search: { link: id } }),
      watch: ({ id }) => void router.navigate({ to: '/statistics', search: { link: id } as never }),
      toggle(link, row, isRange) {
        const { filter, selection } = latest.current
        const from = anchor.current
        anchor.current = row
        if (!isRange || from === null) return selection.toggle(link)
        void selection
          .addRows(filter, from, row)
          .then((isAll) => isAll || showToast({ title: tooMany }))
          .catch(() => undefined)
      },
      archive: (link) => void latest.current.archiving('archive', [link]),
      restore: (link) => void latest.current.archiving('restore', [link]),
    }
  }, [tooMany, copied, copyFailed, router])
  // Each ends where the id follows, so that a row has but to add its own.
  const addresses = useMemo(() => {
    const before = (to: '/links' | '/statistics', search: object) =>
      router.history.createHref(
        `${router.basepath}${to}${router.options.stringifySearch({ ...search, link: '' })}`,
      )
    return { panel: before('/links', searchOf(filter)), statistics: before('/statistics', {}) }
  }, [router, filter])

  // A row that is gone to may not be there yet.
  const wantedRow = useRef<number | null>(null)
  useEffect(() => {
    if (wantedRow.current === null) return
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${wantedRow.current}"]`)
    if (!row) return
    wantedRow.current = null
    row.focus({ preventScroll: true })
  })

  function goTo(row: number) {
    const to = Math.max(0, Math.min(total - 1, row))
    wantedRow.current = to
    rows.scrollTo(to)
    const shown = list.current?.querySelector<HTMLElement>(`[data-row="${to}"]`)
    if (!shown) return
    wantedRow.current = null
    shown.focus({ preventScroll: true })
  }

  function press(event: KeyboardEvent<HTMLUListElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const item = (event.target as HTMLElement).closest('li')?.querySelector('[data-row]')
    const row = Number(item?.getAttribute('data-row') ?? Number.NaN)
    if (Number.isNaN(row)) return
    const step = steps[event.key]?.(Math.floor((innerHeight - topInset) / rowHeight), total)
    if (step !== undefined) {
      event.preventDefault()
      if (event.shiftKey && Math.abs(step) === 1) select(row + step, true, row)
      return goTo(row + step)
    }
    if (event.key === 'x' || event.key === 'X') {
      event.preventDefault()
      select(row, event.shiftKey)
    } else if (event.key === 'Escape' && selection.links.size > 0) selection.clear()
  }

  function select(row: number, isRange: boolean, from?: number) {
    const link = loadedLink(filter, row)
    if (!link) return
    if (isRange) anchor.current ??= from ?? row
    actions.toggle(link, row, isRange)
  }

  const linkOf = (row: number): { link?: Link; failed?: () => void } => {
    const answer = answers[Math.floor(row / pageSize) - (pages[0] ?? 0)]
    const link = answer?.data?.data[row % pageSize]
    return { link, ...(answer?.isError ? { failed: () => void answer.refetch() } : {}) }
  }

  return (
    <>
      <LinkMenu
        {...menu}
        actions={actions}
        onClose={() => setMenu((before) => ({ ...before, isOpen: false }))}
      />
      <ul
        ref={list}
        aria-label={text.list}
        aria-describedby="link-keys"
        onKeyDown={press}
        className="relative overflow-clip rounded-card border border-line bg-surface"
        style={{ height: rows.height + 2 }}
      >
        {numbers(rows.first, rows.end).map((row) => {
          const { link, failed } = linkOf(row)
          const place = { row, total, top: rows.top(row) }
          if (link)
            return (
              <LinkRow
                key={row}
                {...place}
                link={link}
                isSelected={selection.links.has(link.id)}
                isMenuOpen={menu.isOpen && menu.asked?.link.id === link.id}
                panelAddress={addresses.panel + link.id}
                statisticsAddress={addresses.statistics + link.id}
                actions={actions}
                defaultHost={defaultHost}
              />
            )
          return failed ? (
            <FailedRow key={row} {...place} onRetry={failed} />
          ) : (
            <SkeletonRow key={row} {...place} />
          )
        })}
      </ul>
    </>
  )
}

/** How far keys go, by how many rows a window has and how many there are. */
const steps: Record<string, (inWindow: number, total: number) => number> = {
  ArrowDown: () => 1,
  ArrowUp: () => -1,
  PageDown: (inWindow) => inWindow,
  PageUp: (inWindow) => -inWindow,
  Home: (_, total) => -total,
  End: (_, total) => total,
}

function numbers(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
}
