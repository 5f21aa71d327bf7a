// Asks for a microsite's slug to be typed, and deletes the microsite. For an hour, that can be undone.
import type { Microsite } from '@linnet/contract'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import { Notice } from '../../components/states.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { client } from '../../lib/client.ts'
import { messageOf } from '../../lib/failures.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { queryClient } from '../../lib/queries.ts'
import { refreshMe } from '../../lib/session.ts'
import { undoToken, useUndoAction } from '../history/undo.ts'
import { micrositeMessages } from './messages.ts'
import { micrositeKeys, nameInPaths, refreshMicrosites } from './queries.ts'

interface DeleteMicrositeProps {
  /** Null closes the dialog. */
  microsite: Microsite | null
  onClose(): void
  onDeleted?(): void
}

export function DeleteMicrosite({ microsite, onClose, onDeleted }: DeleteMicrositeProps) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const { remove, busy, failure, reset } = useDeletion(onDeleted)
  if (!microsite) return null
  const { slug, title } = microsite

  function close() {
    setTyped('')
    reset()
    onClose()
  }

  return (
    <Dialog
      open
      onClose={close}
      title={text.removeTitle(title)}
      footer={
        <Button
          variant="danger"
          busy={busy}
          disabled={typed !== slug}
          onClick={() => void remove(microsite, close)}
        >
          {text.remove}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>{text.removeWhy}</p>
        <Field label={text.removeType(slug)}>
          {(control) => (
            <TextInput
              {...control}
              value={typed}
              spellCheck={false}
              autoCapitalize="none"
              onChange={({ target }) => setTyped(target.value.trim())}
            />
          )}
        </Field>
        {failure ? <Notice kind="bad">{messageOf(failure, language)}</Notice> : null}
      </div>
    </Dialog>
  )
}

function useDeletion(onDeleted: (() => void) | undefined) {
  const text = useMessages(micrositeMessages)
  const undoAction = useUndoAction()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  async function remove(microsite: Microsite, close: () => void) {
    const { id, title } = microsite
    setBusy(true)
    setFailure(null)
    try {
      const undo = undoToken()
      await client.microsites.remove({ slug: id }, undo)
      showToast({ title: text.removed(title), action: undoAction(undo.token) })
      close()
      onDeleted?.()
      queryClient.removeQueries({ queryKey: micrositeKeys.one(nameInPaths(microsite)) })
      await refreshMicrosites()
      refreshMe()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { remove, busy, failure, reset: () => setFailure(null) }
}
