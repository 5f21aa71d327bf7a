// What is asked of the server about applications.
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../lib/client.ts'

export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: ({ signal }) => client.applications.list({}, { signal }),
})
