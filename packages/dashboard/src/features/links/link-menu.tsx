// The menu of a link in the list: one for all rows, opened at the row whose button was pressed.

import type { Link } from '@linnet/contract'
import {
  Archive,
  ArchiveRestore,
  ChartColumn,
  CircleHelp,
  Copy,
  ExternalLink,
  Eye,
  FolderInput,
  Pencil,
  QrCode,
  Trash2,
} from '../../components/icons.ts'
import { SharedMenu } from '../../components/menu.tsx'
import type { MenuOpening } from '../../components/menu-list.tsx'
import { useMessages } from '../../lib/language.ts'
import { withoutScheme } from '../../lib/without-scheme.ts'
import { useMay } from '../../lib/workspace/may.ts'
import { linkMenuId } from './link-row.tsx'
import { linkMessages, movingMessages } from './messages.ts'
import type { RowActions } from './row-actions.ts'

interface LinkMenuProps {
  isOpen: boolean
  /** The link whose menu was opened last; it stays while the menu closes. */
  target: { link: Link; opening: MenuOpening } | null
  actions: RowActions
  onClose(): void
}

export function LinkMenu({ isOpen, target, actions, onClose }: LinkMenuProps) {
  const text = useMessages(linkMessages)
  const { move } = useMessages(movingMessages)
  const mayEdit = useMay('links.update')
  const mayMove = useMay('links.moveMany')
  if (target === null) return null
  const { link, opening } = target
  return (
    <SharedMenu
      id={linkMenuId}
      label={text.more(withoutScheme(link.short_url))}
      isOpen={isOpen}
      opening={opening}
      onClose={onClose}
      actions={[
        {
          label: mayEdit ? text.edit : text.view,
          icon: mayEdit ? <Pencil /> : <Eye />,
          onSelect: () => actions.edit(link),
        },
        { label: text.copyLink, icon: <Copy />, onSelect: () => actions.copy(link) },
        {
          label: text.open,
          icon: <ExternalLink />,
          onSelect: () => void window.open(link.short_url, '_blank', 'noopener'),
        },
        { label: text.qr, icon: <QrCode />, onSelect: () => actions.openQrCode(link) },
        { label: text.explain, icon: <CircleHelp />, onSelect: () => actions.explain(link) },
        { label: text.statistics, icon: <ChartColumn />, onSelect: () => actions.openStatistics(link) },
        ...(mayEdit
          ? [
              null,
              ...(mayMove
                ? [{ label: move, icon: <FolderInput />, onSelect: () => actions.move(link) }]
                : []),
              link.status === 'archived'
                ? { label: text.restore, icon: <ArchiveRestore />, onSelect: () => actions.restore(link) }
                : { label: text.archive, icon: <Archive />, onSelect: () => actions.archive(link) },
              { label: text.delete, icon: <Trash2 />, onSelect: () => actions.remove(link) },
            ]
          : []),
      ]}
    />
  )
}
