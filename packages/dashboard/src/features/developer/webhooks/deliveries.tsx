// The deliveries to a webhook, newest first, refreshed while some are pending.
import type { Delivery, EventType, Webhook } from '@linnet/contract'
import { eventTypes } from '@linnet/contract/event-types'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Select } from '../../../components/field.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { Send } from '../../../components/icons.ts'
import { Card } from '../../../components/page.tsx'
import { Segments } from '../../../components/segments.tsx'
import { Empty, Failure, Loading, Skeleton } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useMessages } from '../../../lib/language.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { webhookMessages } from './webhook-messages.ts'
import { deliveriesKey } from './webhook-queries.ts'

type Status = Delivery['status'] | 'any'

const statuses: Status[] = ['any', 'waiting', 'delivered', 'failed']
const soonSeconds = 20
const soonMilliseconds = 1000
const laterMilliseconds = 15_000

export function Deliveries({ webhook: { id, enabled, events } }: { webhook: Webhook }) {
  const text = useMessages(webhookMessages)
  const [status, setStatus] = useState<Status>('any')
  const deliveries = useInfiniteQuery({
    queryKey: [...deliveriesKey(id), status],
    queryFn: ({ pageParam, signal }) =>
      client.webhooks.listDeliveries(
        { id, status: status === 'any' ? undefined : status, before: pageParam ?? undefined },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) =>
      pauseFor(state.data?.pages.map(({ data }) => data) ?? [], Date.now() / 1000),
  })
  const list = deliveries.data?.pages.flatMap(({ data }) => data)
  return (
    <Card title={text.deliveries} actions={<SendTest id={id} isEnabled={enabled} events={events} />}>
      <Segments<Status>
        label={text.status}
        value={status}
        options={statuses.map((value) => ({ value, label: text[value] }))}
        onChange={setStatus}
      />
      {list ? (
        list.length > 0 ? (
          <ul className="-mx-4 divide-y divide-line border-y border-line sm:-mx-5">
            {list.map((delivery) => (
              <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} canSend={enabled} />
            ))}
          </ul>
        ) : (
          <Empty icon={<Send />} title={status === 'any' ? text.noDeliveries : text.noneLike}>
            {status === 'any' ? (enabled ? text.noDeliveriesText : text.offHint) : text.noneLikeText}
          </Empty>
        )
      ) : deliveries.isError ? (
        <Failure error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      ) : (
        <Loading>
          <Skeleton className="h-60" />
        </Loading>
      )}
      {deliveries.hasNextPage ? (
        <Button
          className="justify-self-center"
          busy={deliveries.isFetchingNextPage}
          onClick={() => void deliveries.fetchNextPage()}
        >
          {text.older}
        </Button>
      ) : null}
    </Card>
  )
}

/**
 * The milliseconds until the list is loaded again: soon if an attempt is near, never if nothing is pending. It loads every
 * page, so many pages are refreshed less often, because of the rate limit.
 */
function pauseFor(pages: Delivery[][], now: number): number | false {
  const waiting = pages.flat().filter(({ status }) => status === 'waiting')
  if (waiting.length === 0) return false
  return waiting.some(({ next_attempt_at }) => (next_attempt_at ?? now) - now < soonSeconds)
    ? soonMilliseconds * pages.length
    : laterMilliseconds
}

function SendTest({ id, isEnabled, events }: { id: string; isEnabled: boolean; events: EventType[] }) {
  const text = useMessages(webhookMessages)
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<EventType>(events[0] ?? eventTypes[0])
  const sending = useMutation({
    mutationFn: () => client.webhooks.sendTest({ id, event: chosen }),
    onSuccess() {
      showToast({ title: text.tested })
      return queries.invalidateQueries({ queryKey: deliveriesKey(id) })
    },
  })
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label={text.testEvent}
          className="w-auto! py-1!"
          value={chosen}
          onChange={(event) => setChosen(event.target.value as EventType)}
        >
          {eventTypes.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </Select>
        <Button
          icon={<Send />}
          busy={sending.isPending}
          disabled={!isEnabled}
          title={isEnabled ? undefined : text.offHint}
          onClick={() => sending.mutate()}
        >
          {text.test}
        </Button>
      </div>
      <FormFailure error={sending.error} />
    </div>
  )
}
