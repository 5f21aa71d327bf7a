// The actions for the selected links, which replace the toolbar.
import type { Link } from '@linnet/contract'
import { useState } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { copyText } from '../../components/copy-button.tsx'
import { Archive, ArchiveRestore, Copy, Download, FolderInput, Trash2, X } from '../../components/icons.ts'
import { kitMessages } from '../../components/messages.ts'
import { showToast } from '../../components/toast-queue.ts'
import { messageOf } from '../../lib/failures.ts'
import { useFormats } from '../../lib/formats.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { saveCsv } from '../../lib/save-file.ts'
import { useMay } from '../../lib/workspace/may.ts'
import { useArchiving } from './archiving.ts'
import { linkMessages, movingMessages } from './messages.ts'
import type { Selection } from './selection.ts'

interface SelectionBarProps {
  selection: Selection
  onMove(links: readonly Link[]): void
  onDelete(links: readonly Link[]): void
}

export function SelectionBar({ selection, onMove, onDelete }: SelectionBarProps) {
  const text = useMessages(linkMessages)
  const { move, short } = useMessages(movingMessages)
  const mayArchive = useMay('links.archiveMany')
  const mayMove = useMay('links.moveMany')
  const mayDelete = useMay('linkHistory.remove')
  const formats = useFormats()
  const links = [...selection.links.values()]
  const selected = text.selected(formats.number(links.length))
  return (
    <div
      role="toolbar"
      aria-label={selected}
      className="flex flex-wrap items-center gap-2 rounded-control border border-accent/40 bg-tint p-1 max-sm:min-h-[5.5rem]"
    >
      <IconButton label={text.clear} size="small" onClick={selection.clear}>
        <X />
      </IconButton>
      <span role="status" className="mr-auto text-sm font-medium tabular-nums">
        {selected}
      </span>
      <CopyAllButton links={links} />
      <ExportButton links={links} />
      {mayMove ? (
        <Button size="small" icon={<FolderInput />} aria-label={move} onClick={() => onMove(links)}>
          {short}
        </Button>
      ) : null}
      {mayArchive ? <ArchiveButton links={links} onDone={selection.clear} /> : null}
      {mayDelete ? (
        <IconButton label={text.delete} size="small" onClick={() => onDelete(links)}>
          <Trash2 />
        </IconButton>
      ) : null}
    </div>
  )
}

function CopyAllButton({ links }: { links: Link[] }) {
  const text = useMessages(linkMessages)
  const { copyFailed } = useMessages(kitMessages)

  async function copyAll() {
    const urls = links.map(({ short_url }) => short_url).join('\n')
    if (await copyText(urls, copyFailed)) showToast({ title: text.copiedAll(links.length) })
  }

  return (
    <Button size="small" icon={<Copy />} onClick={() => void copyAll()}>
      {text.copyAll}
    </Button>
  )
}

function ExportButton({ links }: { links: Link[] }) {
  const text = useMessages(linkMessages)
  const language = useLanguage()

  async function save() {
    const header = [
      text.csvShort,
      text.csvDestination,
      text.csvTitle,
      text.csvStatus,
      text.csvClicks,
      text.csvCreated,
    ]
    const rows = links.map((link) => [
      link.short_url,
      link.long_url,
      link.title,
      link.status,
      link.clicks,
      new Date(link.created_at * 1000).toISOString(),
    ])
    await saveCsv([header, ...rows], 'links.csv').catch((error: unknown) =>
      showToast({ kind: 'bad', title: messageOf(error, language) }),
    )
  }

  return (
    <Button size="small" icon={<Download />} onClick={() => void save()}>
      {text.export}
    </Button>
  )
}

/** Archives the links, or restores them if all are archived. */
function ArchiveButton({ links, onDone }: { links: Link[]; onDone(): void }) {
  const text = useMessages(linkMessages)
  const archiving = useArchiving()
  const [busy, setBusy] = useState(false)
  const isArchived = links.every(({ status }) => status === 'archived')

  async function change(to: 'archive' | 'restore') {
    setBusy(true)
    // After a failure they stay selected, so that it can be tried again.
    if (await archiving(to, links)) onDone()
    setBusy(false)
  }

  return isArchived ? (
    <Button size="small" icon={<ArchiveRestore />} busy={busy} onClick={() => void change('restore')}>
      {text.restore}
    </Button>
  ) : (
    <Button size="small" icon={<Archive />} busy={busy} onClick={() => void change('archive')}>
      {text.archive}
    </Button>
  )
}
