// The deliveries to a webhook, newest first, refreshed while some are pending.
import type { Delivery, EventType, Webhook } from '@linnet/contract'
import { eventTypes } from '@linnet/contract/event-types'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Select } from '../../../components/field.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { Send } from '../../../components/icons.ts'
import { Loaded, MoreButton } from '../../../components/loaded.tsx'
import { Card } from '../../../components/page.tsx'
import { Segments } from '../../../components/segments.tsx'
import { Empty } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useMessages } from '../../../lib/language.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { pauseFor } from './refresh-pause.ts'
import { webhookMessages } from './webhook-messages.ts'
import { deliveriesKey } from './webhook-queries.ts'

type Status = Delivery['status'] | 'any'

const statuses: Status[] = ['any', 'waiting', 'delivered', 'failed']
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
  return (
    <Card title={text.deliveries} actions={<SendTest id={id} isEnabled={enabled} events={events} />}>
      <Segments<Status>
        label={text.status}
        value={status}
        options={statuses.map((value) => ({ value, label: text[value] }))}
        onChange={setStatus}
      />
      <Loaded query={deliveries} heights={['h-60']}>
        {({ pages }) => {
          const list = pages.flatMap(({ data }) => data)
          return list.length > 0 ? (
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
        }}
      </Loaded>
      <MoreButton query={deliveries}>{text.older}</MoreButton>
    </Card>
  )
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
