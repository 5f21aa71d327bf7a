// The query for the account's applications.
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../lib/client.ts'

export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: ({ signal }) => client.applications.list({}, { signal }),
})
