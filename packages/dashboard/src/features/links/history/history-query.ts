// The history of a link: its query, and which entries can be undone.
import type { HistoryEntry } from '@linnet/contract'
import { undoSeconds } from '@linnet/contract/history-limits'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '../../../lib/client.ts'

const entriesAtOnce = 20

export const linkHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['links', 'history', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before, signal }) =>
      client.linkHistory.list({ short: id, before, limit: entriesAtOnce }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** Undoing a creation deletes the link, for which there is a button that says so. */
export function isUndoable({ at, action, undone }: HistoryEntry): boolean {
  return !undone && action !== 'created' && action !== 'moved' && Date.now() / 1000 < at + undoSeconds
}
