// The current status of a webhook, as a badge.
import type { Webhook } from '@linnet/contract'
import { Badge } from '../../../components/page.tsx'
import { useMessages } from '../../../lib/language.ts'
import { webhookMessages } from './webhook-messages.ts'

export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  const text = useMessages(webhookMessages)
  if (!webhook.enabled) return <Badge variant="bad">{text.disabled}</Badge>
  return webhook.failing_since === null ? (
    <Badge variant="good">{text.enabled}</Badge>
  ) : (
    <Badge variant="warn">{text.failing}</Badge>
  )
}
