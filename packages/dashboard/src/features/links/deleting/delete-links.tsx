// Deletes links for good, one by one, after saying what that means. The toast can undo it.
import type { Link } from '@linnet/contract'
import { useRef, useState } from 'react'
import { Confirm } from '../../../components/dialog.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { refreshMe } from '../../../lib/session.ts'
import { withoutScheme } from '../../../lib/without-scheme.ts'
import { historyMessages } from '../../history/messages.ts'
import { undoToken } from '../../history/undo.ts'
import { useUndoAll } from '../../history/undo-all.ts'
import { refreshLinks } from '../queries.ts'

interface DeleteLinksProps {
  links: readonly Link[]
  onDeleted(): void
  onClose(): void
}

export function DeleteLinks({ links, onDeleted, onClose }: DeleteLinksProps) {
  const { deleting: text } = useMessages(historyMessages)
  const { deleteAll, done } = useDeleting(links, onDeleted)
  const [only] = links
  return (
    <Confirm
      open
      onClose={onClose}
      title={text.title(links.length)}
      action={text.confirm}
      danger
      onConfirm={deleteAll}
    >
      {links.length === 1 && only ? (
        <p translate="no" className="wrap-anywhere font-medium text-ink">
          {withoutScheme(only.short_url)}
        </p>
      ) : null}
      <p>
        {text.goes} {text.undoable}
      </p>
      <p>{text.archive}</p>
      <p role="status" className="empty:hidden">
        {links.length > 1 && done > 0 ? text.progress(done, links.length) : null}
      </p>
    </Confirm>
  )
}

function useDeleting(links: readonly Link[], onDeleted: () => void) {
  const { deleting: text } = useMessages(historyMessages)
  const { undo: label } = useMessages(kitMessages)
  const undoAll = useUndoAll()
  const [done, setDone] = useState(0)
  // After a failure, the rest is tried again.
  const deleted = useRef(new Map<string, string>())

  async function deleteAll(): Promise<void> {
    try {
      for (const { id } of links) {
        if (deleted.current.has(id)) continue
        const undo = undoToken()
        await client.linkHistory.remove({ short: id }, undo)
        deleted.current.set(id, undo.token ?? '')
        setDone(deleted.current.size)
      }
    } catch (error) {
      await refreshLinks()
      throw error
    }
    showToast({
      title: text.done(links.length),
      action: { label, onSelect: () => void undoAll([...deleted.current.values()]) },
    })
    onDeleted()
    // Deleted links can't be loaded again.
    for (const id of deleted.current.keys()) queryClient.removeQueries({ queryKey: ['links', 'one', id] })
    refreshMe()
    await refreshLinks()
  }

  return { deleteAll, done }
}
