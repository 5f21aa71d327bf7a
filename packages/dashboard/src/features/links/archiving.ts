// Archives and restores links, with a toast that can undo it for those links that were changed.
import type { Link } from '@linnet/contract'
import { showToast } from '../../components/toast-queue.ts'
import { client } from '../../lib/client.ts'
import { messageOf } from '../../lib/failures.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { refreshMe } from '../../lib/session.ts'
import { linkMessages } from './messages.ts'
import { refreshLinks } from './queries.ts'

type ArchiveChange = 'archive' | 'restore'
type ArchivableLink = Pick<Link, 'id' | 'archive_at'>

/** Returns a function that archives or restores links. It resolves to whether that succeeded; a toast says why not. */
export function useArchiving() {
  const text = useMessages(linkMessages)
  const language = useLanguage()

  async function write(change: ArchiveChange, links: readonly ArchivableLink[]): Promise<string[]> {
    const ids = links.map(({ id }) => id)
    const archive = change === 'archive'
    const { data } = await (archive ? client.links.archiveMany({ ids }) : client.links.unarchiveMany({ ids }))
    return data.changed
  }

  /** Restoring clears the day on which a link is to be archived, which an undo must not change. */
  async function restoreSchedule(links: readonly ArchivableLink[]): Promise<void> {
    const today = new Date().toISOString().slice(0, 10)
    for (const { id, archive_at } of links)
      if (archive_at && archive_at > today) await client.links.update({ short: id, archive_at })
  }

  async function attempt(
    change: ArchiveChange,
    links: readonly ArchivableLink[],
    undo: boolean,
  ): Promise<boolean> {
    const done = change === 'archive' ? text.archived : text.restored
    try {
      const ids = await write(change, links)
      if (undo && change === 'restore') await restoreSchedule(links)
      const changed = links.filter(({ id }) => ids.includes(id))
      const opposite: ArchiveChange = change === 'archive' ? 'restore' : 'archive'
      showToast({
        title: undo ? text.undone : done(changed.length),
        ...(undo || changed.length === 0
          ? {}
          : { action: { label: text.undo, onSelect: () => void attempt(opposite, changed, true) } }),
      })
      return true
    } catch (error) {
      showToast({
        kind: 'bad',
        title: messageOf(error, language),
        action: { label: text.again, onSelect: () => void attempt(change, links, undo) },
      })
      return false
    } finally {
      await refreshLinks()
      refreshMe()
    }
  }

  return (change: ArchiveChange, links: readonly ArchivableLink[]) => attempt(change, links, false)
}
