// Which changes in a list count as undone: not those whose undo was itself undone, because they are in force again.
import type { HistoryEntry } from '@linnet/contract'

type Undoable = Pick<HistoryEntry, 'id' | 'undone' | 'undoes'>

/** The ids of the undone ones. What undid a change is newer, and so above it in the list. */
export function undoneIn(changes: readonly Undoable[]): Set<string> {
  const byWhatTheyUndo = new Map(changes.map((change) => [change.undoes, change]))
  const isUndone = ({ id, undone }: Undoable): boolean => {
    const undoing = byWhatTheyUndo.get(id)
    return undone && (undoing === undefined || !isUndone(undoing))
  }
  return new Set(changes.filter(isUndone).map(({ id }) => id))
}
