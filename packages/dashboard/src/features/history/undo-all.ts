// Undoing what one action did in several changes, with one message for all of them.
import { kitMessages } from '../../components/messages.ts'
import { showToast } from '../../components/toast-queue.ts'
import { messageOf } from '../../lib/failures.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { queryClient } from '../../lib/queries.ts'
import { historyMessages } from './messages.ts'
import { useUndo } from './undo.ts'
import { undoMany } from './undo-many.ts'

/** Returns a function that undoes changes. A toast says that they are undone, or why not; resolves to whether all are. */
export function useUndoAll(): (tokens: readonly string[]) => Promise<boolean> {
  const { changes: text } = useMessages(historyMessages)
  const { undone: undoneText } = useMessages(kitMessages)
  const language = useLanguage()
  const undoOne = useUndo()
  return async (tokens) => {
    const [first] = tokens
    if (tokens.length === 1 && first !== undefined) return await undoOne(first)
    try {
      const { undone, failed } = await undoMany(tokens)
      if (failed.length === 0) showToast({ title: undoneText })
      else showToast({ kind: 'bad', title: text.result(undone.length, failed.length) })
      return failed.length === 0
    } catch (error) {
      showToast({ kind: 'bad', title: messageOf(error, language) })
      return false
    } finally {
      void queryClient.invalidateQueries()
    }
  }
}
