// The health of links as the dashboard loads it, again whenever links have changed.
import type { CheckedLink } from '@linnet/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../../lib/client.ts'

export const watchedQuery = queryOptions({
  queryKey: ['links', 'watched'],
  queryFn: async ({ signal }) => (await client.linkHealth.watched({}, { signal })).data,
})

const pageSize = 25

export const brokenQuery = infiniteQueryOptions({
  queryKey: ['links', 'broken'],
  queryFn: async ({ pageParam, signal }): Promise<{ data: CheckedLink[]; total: number }> =>
    await client.linkHealth.broken({ page: pageParam, limit: pageSize }, { signal }),
  initialPageParam: 1,
  getNextPageParam: ({ total }, _all, page) => (page * pageSize < total ? page + 1 : undefined),
})

export const healthKey = (id: string) => ['links', 'health', id] as const
