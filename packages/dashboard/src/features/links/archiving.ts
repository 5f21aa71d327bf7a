// Archiving and restoring, one link or many: told with a way to take it back, which changes back only what was changed.
import type { Link } from '@linnet/contract'
import { showToast } from '../../components/toast-queue.ts'
import { client } from '../../lib/client.ts'
import { messageOf } from '../../lib/failures.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { refreshMe } from '../../lib/session.ts'
import { linkMessages } from './messages.ts'
import { refreshLinks } from './queries.ts'

type Change = 'archive' | 'restore'
type Changed = Pick<Link, 'id' | 'archive_at'>

/** Gives what archives or restores links; it gives whether that was done, and tells why not. */
export function useArchiving() {
  const text = useMessages(linkMessages)
  const language = useLanguage()

  async function write(change: Change, links: readonly Changed[]): Promise<string[]> {
    const ids = links.map(({ id }) => id)
    const archive = change === 'archive'
    const { data } = await (archive ? client.links.archiveMany({ ids }) : client.links.unarchiveMany({ ids }))
    return data.changed
  }

  /** Restoring forgets the day on which a link was to be archived, which was not meant to be changed. */
  async function scheduleAgain(links: readonly Changed[]): Promise<void> {
    const today = new Date().toISOString().slice(0, 10)
    for (const { id, archive_at } of links)
      if (archive_at && archive_at > today) await client.links.update({ short: id, archive_at })
  }

  async function attempt(change: Change, links: readonly Changed[], undo: boolean): Promise<boolean> {
    const done = change === 'archive' ? text.archived : text.restored
    try {
      const ids = await write(change, links)
      if (undo && change === 'restore') await scheduleAgain(links)
      const changed = links.filter(({ id }) => ids.includes(id))
      const back: Change = change === 'archive' ? 'restore' : 'archive'
      showToast({
        title: undo ? text.undone : done(changed.length),
        ...(undo || changed.length === 0
          ? {}
          : { action: { label: text.undo, onSelect: () => void attempt(back, changed, true) } }),
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

  return (change: Change, links: readonly Changed[]) => attempt(change, links, false)
}
