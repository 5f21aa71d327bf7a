// What can be done with a link in the list: a set of functions that stays the same, so that rows don't render again.
import type { Link } from '@linnet/contract'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useMemo, useRef } from 'react'
import { copyText } from '../../components/copy-button.tsx'
import type { MenuOpening } from '../../components/menu-list.tsx'
import { kitMessages } from '../../components/messages.ts'
import { showToast } from '../../components/toast-queue.ts'
import { useMessages } from '../../lib/language.ts'
import { useArchiving } from './archiving.ts'
import { linkMessages } from './messages.ts'
import { type LinkFilter, searchOf } from './search-params.ts'
import type { Selection } from './selection.ts'

export interface RowActions {
  /** Selects or deselects a link, or adds all rows between it and the row that was toggled before. */
  toggle(link: Link, row: number, isRange: boolean): void
  openMenu(link: Link, opening: MenuOpening): void
  edit(link: Link): void
  copy(link: Link): void
  openQrCode(link: Link): void
  openStatistics(link: Link): void
  explain(link: Link): void
  archive(link: Link): void
  restore(link: Link): void
  move(link: Link): void
  remove(link: Link): void
}

interface RowActionsNeeds {
  filter: LinkFilter
  selection: Selection
  /** The row from which a range is selected. */
  anchor: RefObject<number | null>
  /** Stays the same function. */
  openMenu: RowActions['openMenu']
  /** Stays the same function too. */
  onMove(links: readonly Link[]): void
  /** Stays the same function as well. */
  onExplain(link: Link): void
  /** So does this one. */
  onDelete(links: readonly Link[]): void
}

export function useRowActions(needs: RowActionsNeeds): RowActions {
  const { filter, selection, anchor, openMenu, onMove, onExplain, onDelete } = needs
  const { tooMany, copied } = useMessages(linkMessages)
  const { copyFailed } = useMessages(kitMessages)
  const archiving = useArchiving()
  const router = useRouter()
  const latest = useRef({ filter, selection, archiving })
  latest.current = { filter, selection, archiving }
  return useMemo(
    (): RowActions => ({
      openMenu,
      edit: ({ id }) =>
        void router.navigate({
          to: '/links',
          search: { ...searchOf(latest.current.filter), link: id },
          resetScroll: false,
        }),
      copy: ({ short_url }) =>
        void copyText(short_url, copyFailed).then(
          (done) => done && showToast({ title: copied, description: short_url }),
        ),
      openQrCode: ({ id }) => void router.navigate({ to: '/qr', search: { link: id } }),
      openStatistics: ({ id }) => void router.navigate({ to: '/statistics', search: { link: id } as never }),
      explain: onExplain,
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
      move: (link) => onMove([link]),
      remove: (link) => onDelete([link]),
    }),
    [tooMany, copied, copyFailed, router, anchor, openMenu, onMove, onExplain, onDelete],
  )
}
