// The queries of a workspace's members, and reloading them after a change.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { queryClient } from '../../lib/queries.ts'

const membersAtOnce = 50

/** The members whose e-mail or name contains the search, page by page. */
export const membersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['workspace', 'members', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      client.workspaces.members({ ...(search ? { search } : {}), after, limit: membersAtOnce }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

export const invitationsQuery = queryOptions({
  queryKey: ['workspace', 'invitations'],
  queryFn: async ({ signal }) => (await client.workspaces.invitations({}, { signal })).data,
})

export const refreshMembers = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['workspace'] })
