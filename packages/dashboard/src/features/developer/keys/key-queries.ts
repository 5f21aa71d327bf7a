// The query for the account's API keys.
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../lib/client.ts'

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => client.accounts.listKeys({}, { signal }),
})
