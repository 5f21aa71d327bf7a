// What can be done with a link of the list: one menu, at the row that asked for it.
import type { Link } from '@linnet/contract'
import {
  Archive,
  ArchiveRestore,
  ChartColumn,
  Copy,
  ExternalLink,
  Pencil,
  QrCode,
} from '../../components/icons.ts'
import { SharedMenu } from '../../components/menu.tsx'
import { useMessages } from '../../lib/language.ts'
import type { RowActions } from './link-row.tsx'
import { linkMessages } from './messages.ts'

interface LinkMenuProps {
  isOpen: boolean
  /** What was asked about last; it stays while the menu closes. */
  asked: { link: Link; button: HTMLElement } | null
  actions: RowActions
  onClose(): void
}

export function LinkMenu({ isOpen, asked, actions, onClose }: LinkMenuProps) {
  const text = useMessages(linkMessages)
  if (asked === null) return null
  const { link, button } = asked
  return (
    <SharedMenu
      isOpen={isOpen}
      button={button}
      onClose={onClose}
      actions={[
        { label: text.edit, icon: <Pencil />, onSelect: () => actions.edit(link) },
        { label: text.copyLink, icon: <Copy />, onSelect: () => actions.copy(link) },
        {
          label: text.open,
          icon: <ExternalLink />,
          onSelect: () => void window.open(link.short_url, '_blank', 'noopener'),
        },
        { label: text.qr, icon: <QrCode />, onSelect: () => actions.design(link) },
        { label: text.statistics, icon: <ChartColumn />, onSelect: () => actions.watch(link) },
        null,
        link.status === 'archived'
          ? { label: text.restore, icon: <ArchiveRestore />, onSelect: () => actions.restore(link) }
          : { label: text.archive, icon: <Archive />, onSelect: () => actions.archive(link) },
      ]}
    />
  )
}
