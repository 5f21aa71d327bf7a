// The account's webhooks with their statuses, and creating one.
import type { Webhook } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ChevronRight, Webhook as WebhookIcon } from '../../../components/icons.ts'
import { Badge } from '../../../components/page.tsx'
import { useMessages } from '../../../lib/language.ts'
import { OwnedList } from '../owned-list.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { webhookMessages } from './webhook-messages.ts'
import { webhooksQuery } from './webhook-queries.ts'
import { WebhookStatus } from './webhook-status.tsx'

export function WebhooksSection() {
  const text = useMessages(webhookMessages)
  const [isCreating, setCreating] = useState(false)
  const webhooks = useQuery(webhooksQuery)
  return (
    <OwnedList
      query={webhooks}
      messages={text}
      icon={<WebhookIcon />}
      onCreate={() => setCreating(true)}
      row={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
    >
      {isCreating ? <WebhookDialog onClose={() => setCreating(false)} /> : null}
    </OwnedList>
  )
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const text = useMessages(webhookMessages)
  return (
    <li>
      <Link
        to="/developer/{-$section}/{-$item}"
        params={{ section: 'webhooks', item: webhook.id }}
        className="flex items-center gap-3 p-4 outline-offset-[-3px] transition-colors hover:bg-sunken sm:px-5"
      >
        <span className="grid min-w-0 flex-1 gap-1.5">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="max-w-full truncate font-medium" title={webhook.url}>
              {webhook.url}
            </span>
            <WebhookStatus webhook={webhook} />
            {webhook.source === 'automation' ? <Badge variant="accent">{text.automation}</Badge> : null}
          </span>
          {webhook.description ? (
            <span dir="auto" className="truncate text-sm text-soft">
              {webhook.description}
            </span>
          ) : null}
          <span className="flex flex-wrap gap-1.5">
            {webhook.events.map((type) => (
              <Badge key={type} isCode>
                {type}
              </Badge>
            ))}
          </span>
        </span>
        <ChevronRight className="size-4.5 shrink-0 text-soft" />
      </Link>
    </li>
  )
}
