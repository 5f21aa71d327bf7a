// The audit log of the account, newest first.

import type { AuditEvent } from '@linnet/contract'
import { shortAddress } from '@linnet/pages/web-address'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Loaded, MoreButton } from '../../components/loaded.tsx'
import { Card } from '../../components/page.tsx'
import { Notice } from '../../components/states.tsx'
import { ownClient } from '../../lib/client.ts'
import { messageOf } from '../../lib/failures.ts'
import { useFormats } from '../../lib/formats.ts'
import { useLanguage } from '../../lib/language.ts'
import { agentIn } from './agents.ts'
import { Row, Rows } from './lists.tsx'
import { activityIn, useSharedMessages } from './messages.ts'

const eventsAtOnce = 30

export function ActivitySection() {
  const { activity: shared } = useSharedMessages()
  const language = useLanguage()
  const query = useInfiniteQuery({
    queryKey: ['account', 'activity'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before, signal }) =>
      ownClient.audit.list({ before, limit: eventsAtOnce }, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  return (
    <Card title={shared.title} description={shared.text}>
      <Loaded query={query} heights={['h-14', 'h-14', 'h-14', 'h-14']}>
        {({ pages }) => {
          const events = pages.flatMap(({ data }) => data)
          return (
            <div className="grid gap-4">
              <Rows>
                {events.map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </Rows>
              {events.length === 0 ? <p className="text-soft">{shared.none}</p> : null}
              {query.error ? <Notice kind="bad">{messageOf(query.error, language)}</Notice> : null}
              <MoreButton query={query}>{shared.older}</MoreButton>
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}

function EventRow({ event }: { event: AuditEvent }) {
  const { activity: shared } = useSharedMessages()
  const language = useLanguage()
  const formats = useFormats()
  const { at, action, detail, address, user_agent } = event
  // An action of a newer server than this page is shown by its name.
  const sentence = activityIn(language).actions[action] ?? action
  const shown = detail.url === undefined ? detail : { ...detail, url: shortAddress(detail.url) }
  const where =
    address !== ''
      ? `${agentIn(language, user_agent)} · ${address}`
      : detail.reason === 'credential_ended'
        ? shared.byItself
        : shared.onCommandLine
  return (
    <Row title={typeof sentence === 'string' ? sentence : sentence(shown)}>
      <time dateTime={new Date(at * 1000).toISOString()}>{formats.moment(at)}</time> · {where}
    </Row>
  )
}
