// The buttons that undo several changes: the selected ones, or all shown. They ask first.
import type { ChangeRecord } from '@linnet/contract'
import { useState } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { Confirm } from '../../components/dialog.tsx'
import { RotateCcw, X } from '../../components/icons.ts'
import { showToast } from '../../components/toast-queue.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { queryClient } from '../../lib/queries.ts'
import { historyMessages } from '../history/messages.ts'
import { changedSince } from '../history/undo-conflict.ts'
import { undoMany } from '../history/undo-many.ts'

interface UndoBarProps {
  /** Those that can be undone. */
  shown: readonly ChangeRecord[]
  /** Those that are undone if none are selected. */
  all: readonly ChangeRecord[]
  selected: ReadonlySet<string>
  onClear(): void
  onUndone(result: UndoResult): void
}

export interface UndoResult {
  /** How many were undone. */
  undone: number
  /** The reasons of those that couldn't be, by the ids of the changes. */
  failures: ReadonlyMap<string, string>
}

export function UndoBar({ shown, all, selected, onClear, onUndone }: UndoBarProps) {
  const { changes: text } = useMessages(historyMessages)
  const [confirmed, setConfirmed] = useState<readonly string[]>([])
  const [isAsking, setAsking] = useState(false)
  const undo = useUndoMany(onUndone)
  const chosen = shown.filter(({ id }) => selected.has(id)).map(({ id }) => id)

  function ask(ids: readonly string[]) {
    setConfirmed(ids)
    setAsking(true)
  }

  return (
    <div className="flex min-h-10 flex-wrap items-center gap-2">
      {chosen.length > 0 ? (
        <>
          <IconButton label={text.clear} size="small" onClick={onClear}>
            <X />
          </IconButton>
          <span role="status" className="mr-auto text-sm font-medium">
            {text.selected(chosen.length)}
          </span>
          <Button variant="primary" icon={<RotateCcw />} onClick={() => ask(chosen)}>
            {text.undoSelected}
          </Button>
        </>
      ) : all.length > 0 ? (
        <Button icon={<RotateCcw />} onClick={() => ask(all.map(({ id }) => id))}>
          {text.undoShown(all.length)}
        </Button>
      ) : null}
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={text.confirmTitle(confirmed.length)}
        action={text.confirm}
        onConfirm={async () => {
          await undo(confirmed)
          onClear()
        }}
      >
        <p>{text.confirmText}</p>
      </Confirm>
    </div>
  )
}

function useUndoMany(onUndone: UndoBarProps['onUndone']) {
  const { changes: text } = useMessages(historyMessages)
  const language = useLanguage()
  return async (ids: readonly string[]) => {
    try {
      const { undone, failed } = await undoMany(ids)
      const reasons = failed.map(({ id, message, changed_since }): [string, string] => [
        id,
        changed_since.length > 0 ? changedSince(changed_since, language) : message,
      ])
      onUndone({ undone: undone.length, failures: new Map(reasons) })
      // Otherwise the page says why, for longer than a toast would.
      if (failed.length === 0) showToast({ title: text.result(undone.length, 0) })
    } finally {
      void queryClient.invalidateQueries()
    }
  }
}
