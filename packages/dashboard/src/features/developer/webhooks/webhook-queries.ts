// The queries for webhooks, and the keys that they are cached under.
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../lib/client.ts'

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ signal }) => client.webhooks.list({}, { signal }),
})

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => client.webhooks.get({ id }, { signal }),
  })

export const deliveriesKey = (id: string) => ['webhooks', 'deliveries', id]
