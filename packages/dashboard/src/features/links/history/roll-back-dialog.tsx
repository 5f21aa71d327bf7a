// Asks before a link is rolled back, and shows what that will change: the result of a dry run.
import type { HistoryEntry, Link } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { FieldChanges } from '../../history/field-changes.tsx'
import { differences } from '../../history/field-values.ts'
import { historyMessages } from '../../history/messages.ts'
import { undoToken, useUndoAction } from '../../history/undo.ts'
import { refreshLinks } from '../queries.ts'

interface RollBackDialogProps {
  link: Link
  /** The link gets the state just after it. */
  entry: HistoryEntry
  onClose(): void
}

export function RollBackDialog({ link, entry, onClose }: RollBackDialogProps) {
  const text = useMessages(historyMessages)
  const { cancel } = useMessages(kitMessages)
  const language = useLanguage()
  const formats = useFormats()
  const { rollBack, busy, failure } = useRollBack({ link, entry, onClose })
  const preview = useQuery({
    queryKey: ['links', 'roll-back', link.id, entry.id, link.updated_at],
    queryFn: async ({ signal }) =>
      (await client.linkHistory.rollBack({ short: link.id, to: entry.id, dry_run: true }, { signal })).data,
    retry: false,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.rollBackTitle}
      description={text.rollBackText(formats.moment(entry.at))}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={preview.data === undefined}
            onClick={() => void rollBack()}
          >
            {text.confirmRollBack}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {failure === undefined ? null : <Notice kind="bad">{messageOf(failure, language)}</Notice>}
        <Loaded query={preview} heights={['h-24']}>
          {(then) => {
            const changes = differences(link, then)
            return changes.length > 0 ? (
              <FieldChanges changes={changes} />
            ) : (
              <p className="text-soft">{text.nothingChanges}</p>
            )
          }}
        </Loaded>
      </div>
    </Dialog>
  )
}

function useRollBack({ link, entry, onClose }: RollBackDialogProps) {
  const text = useMessages(historyMessages)
  const undoAction = useUndoAction()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function rollBack() {
    setBusy(true)
    setFailure(undefined)
    const undo = undoToken()
    try {
      await client.linkHistory.rollBack({ short: link.id, to: entry.id }, undo)
      showToast({ title: text.rolledBack, action: undoAction(undo.token) })
      onClose()
      await refreshLinks()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return { rollBack, busy, failure }
}
