// The queries of the administration, and reloading them after a change.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { queryClient } from '../../lib/queries.ts'

const healthMilliseconds = 10_000
export const rowsAtOnce = 25

export type PeopleStatus = 'all' | 'active' | 'blocked' | 'administrators'
export type ReportStatus = 'open' | 'closed' | 'all'

export const peopleQuery = (filter: { search?: string; status: PeopleStatus; page: number }) =>
  queryOptions({
    queryKey: ['administration', 'people', filter],
    queryFn: ({ signal }) => client.administration.people({ ...filter, limit: rowsAtOnce }, { signal }),
    placeholderData: keepPreviousData,
  })

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['administration', 'person', id],
    queryFn: async ({ signal }) => (await client.administration.person({ id }, { signal })).data,
  })

export const invitationsQuery = queryOptions({
  queryKey: ['administration', 'invitations'],
  queryFn: async ({ signal }) => (await client.administration.invitations({}, { signal })).data,
})

export const overviewQuery = (days: number) =>
  queryOptions({
    queryKey: ['administration', 'overview', days],
    queryFn: async ({ signal }) => (await client.administration.overview({ days }, { signal })).data,
    placeholderData: keepPreviousData,
  })

export const reportsQuery = (filter: { status: ReportStatus; page: number; owner?: string }) =>
  queryOptions({
    queryKey: ['administration', 'reports', filter],
    queryFn: ({ signal }) => client.abuse.list({ ...filter, limit: rowsAtOnce }, { signal }),
    placeholderData: keepPreviousData,
  })

export const appealsQuery = (filter: { status: ReportStatus; page: number }) =>
  queryOptions({
    queryKey: ['administration', 'appeals', filter],
    queryFn: ({ signal }) => client.appeals.list({ ...filter, limit: rowsAtOnce }, { signal }),
    placeholderData: keepPreviousData,
  })

export const healthQuery = queryOptions({
  queryKey: ['administration', 'health'],
  queryFn: async ({ signal }) => (await client.administration.health({}, { signal })).data,
  refetchInterval: healthMilliseconds,
})

/** To be called after a change, which may affect lists, totals and panels. */
export const refresh = () => queryClient.invalidateQueries({ queryKey: ['administration'] })
