// The changes of the workspace, page by page.
import type { ChangeRecord } from '@linnet/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import type { ChangesSearch } from './search.ts'

const changesAtOnce = 25

export const changesQuery = (filter: ChangesSearch) =>
  infiniteQueryOptions({
    queryKey: ['changes', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before, signal }) =>
      client.history.changes({ ...filter, before, limit: changesAtOnce }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

export function isUndoable({ undoable_until }: ChangeRecord): boolean {
  return undoable_until !== null && Date.now() / 1000 < undoable_until
}
