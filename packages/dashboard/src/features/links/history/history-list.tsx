// The entries of a link's history, newest first, with buttons to undo them and to roll back.
import type { HistoryEntry, Link } from '@linnet/contract'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { History, RotateCcw } from '../../../components/icons.ts'
import { Loaded, MoreButton } from '../../../components/loaded.tsx'
import { Badge } from '../../../components/page.tsx'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { useMay } from '../../../lib/workspace/may.ts'
import { EntryChanges } from '../../history/field-changes.tsx'
import { historyMessages } from '../../history/messages.ts'
import { actorName, deedOf, sentenceOf } from '../../history/sentences.ts'
import { useUndo } from '../../history/undo.ts'
import { undoneIn } from '../../history/undone.ts'
import { isUndoable } from './history-query.ts'
import { RollBackDialog } from './roll-back-dialog.tsx'

interface HistoryListProps {
  link: Link
  query: UseInfiniteQueryResult<{ pages: { data: HistoryEntry[] }[] }>
}

export function HistoryList({ link, query }: HistoryListProps) {
  const text = useMessages(historyMessages)
  const [target, setTarget] = useState<HistoryEntry | null>(null)
  return (
    <Loaded query={query}>
      {({ pages }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <ol aria-label={text.title} className="-my-3 grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
            <Entries entries={pages.flatMap(({ data }) => data)} onRollBack={setTarget} />
          </ol>
          <MoreButton query={query}>{text.showMore}</MoreButton>
          {target ? <RollBackDialog link={link} entry={target} onClose={() => setTarget(null)} /> : null}
        </div>
      )}
    </Loaded>
  )
}

interface EntriesProps {
  entries: readonly HistoryEntry[]
  onRollBack(to: HistoryEntry): void
}

function Entries({ entries, onRollBack }: EntriesProps) {
  const undone = undoneIn(entries)
  return entries.map((entry, index) => (
    <Entry
      key={entry.id}
      entry={entry}
      isUndone={undone.has(entry.id)}
      onRollBack={index === 0 ? undefined : () => onRollBack(entry)}
    />
  ))
}

interface EntryProps {
  entry: HistoryEntry
  isUndone: boolean
  /** Undefined for the newest entry, which is how the link is. */
  onRollBack: (() => void) | undefined
}

function Entry({ entry, isUndone, onRollBack }: EntryProps) {
  const text = useMessages(historyMessages)
  const language = useLanguage()
  const formats = useFormats()
  const mayUndo = useMay('history.undo')
  const { at, by, action, changes } = entry
  const moment = formats.moment(at)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-3">
      <div>
        <p dir="auto">
          <span className="font-medium">{actorName(by, language)}</span> {deedOf(entry, language)}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
          <time dateTime={new Date(at * 1000).toISOString()} title={moment}>
            {formats.ago(at)}
          </time>
          {isUndone ? <Badge>{text.undone}</Badge> : null}
        </p>
      </div>
      <EntryChanges action={action} changes={changes} />
      {mayUndo ? (
        <div className="flex flex-wrap gap-2 empty:hidden">
          {isUndoable(entry) ? <UndoButton entry={entry} /> : null}
          {onRollBack ? (
            <Button
              size="small"
              variant="quiet"
              icon={<History />}
              className="first:-ml-3"
              aria-label={text.rollBackTo(moment)}
              onClick={onRollBack}
            >
              {text.rollBack}
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}

function UndoButton({ entry }: { entry: HistoryEntry }) {
  const text = useMessages(historyMessages)
  const language = useLanguage()
  const undo = useUndo()
  const [busy, setBusy] = useState(false)

  async function press() {
    setBusy(true)
    await undo(entry.id)
    setBusy(false)
  }

  return (
    <Button
      size="small"
      icon={<RotateCcw />}
      busy={busy}
      aria-label={text.undoOf(sentenceOf(entry, language))}
      onClick={() => void press()}
    >
      {text.undo}
    </Button>
  )
}
