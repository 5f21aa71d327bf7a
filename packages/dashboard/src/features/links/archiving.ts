// Archives and restores links, with a toast that can undo it.
import type { Link } from '@linnet/contract'
import { showToast } from '../../components/toast-queue.ts'
import { client } from '../../lib/client.ts'
import { messageOf } from '../../lib/failures.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { refreshMe } from '../../lib/session.ts'
import { undoToken, useUndoAction } from '../history/undo.ts'
import { linkMessages } from './messages.ts'
import { refreshLinks } from './queries.ts'

type ArchiveChange = 'archive' | 'restore'

/** Returns a function that archives or restores links. It resolves to whether that succeeded; a toast says why not. */
export function useArchiving() {
  const text = useMessages(linkMessages)
  const language = useLanguage()
  const undoAction = useUndoAction()

  async function attempt(change: ArchiveChange, links: readonly Pick<Link, 'id'>[]): Promise<boolean> {
    const ids = links.map(({ id }) => id)
    const undo = undoToken()
    const { archiveMany, unarchiveMany } = client.links
    try {
      const { data } = await (change === 'archive' ? archiveMany : unarchiveMany)({ ids }, undo)
      const done = change === 'archive' ? text.archived : text.restored
      showToast({ title: done(data.changed.length), action: undoAction(undo.token) })
      return true
    } catch (error) {
      showToast({
        kind: 'bad',
        title: messageOf(error, language),
        action: { label: text.again, onSelect: () => void attempt(change, links) },
      })
      return false
    } finally {
      await refreshLinks()
      refreshMe()
    }
  }

  return attempt
}
