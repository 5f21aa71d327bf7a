// The planned switches of a link.
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../lib/client.ts'

export const switchesQuery = (id: string) =>
  queryOptions({
    queryKey: ['links', 'switches', id],
    queryFn: async ({ signal }) => (await client.linkHistory.schedule({ short: id }, { signal })).data,
  })
