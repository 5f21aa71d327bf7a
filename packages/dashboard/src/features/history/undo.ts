// Undoing changes from their toasts, with the tokens that came with them.
import { kitMessages } from '../../components/messages.ts'
import { showToast, type ToastAction } from '../../components/toast-queue.ts'
import { ApiError, client } from '../../lib/client.ts'
import { messageOf } from '../../lib/failures.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { queryClient } from '../../lib/queries.ts'

/** Returns a function that undoes a change. A toast says that it is undone, or why not; resolves to whether it is. */
export function useUndo(): (token: string) => Promise<boolean> {
  const { undone } = useMessages(kitMessages)
  const language = useLanguage()
  return async (token) => {
    try {
      await client.history.undo({ token })
      showToast({ title: undone })
      return true
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'undo_conflict'
      const title = isConflict
        ? (await import('./undo-conflict.ts')).conflictMessage(error, language)
        : messageOf(error, language)
      showToast({ kind: 'bad', title })
      return false
    } finally {
      // Anything may have changed: links, their statistics, microsites, quotas.
      void queryClient.invalidateQueries()
    }
  }
}

/** Returns a function that makes a toast's button for undoing a change; none if there is nothing to undo. */
export function useUndoAction(): (token: string | undefined) => ToastAction | undefined {
  const { undo: label } = useMessages(kitMessages)
  const undo = useUndo()
  return (token) => (token === undefined ? undefined : { label, onSelect: () => void undo(token) })
}

/** A call's option that keeps its undo token, and the token once there is one. */
export function undoToken() {
  const kept: { token?: string; onUndoToken(token: string): void } = {
    onUndoToken: (token) => {
      kept.token = token
    },
  }
  return kept
}
