// One webhook: its status, its deliveries and its settings.
import type { Webhook } from '@linnet/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from '../../../components/button.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { ArrowLeft, Power } from '../../../components/icons.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { Badge } from '../../../components/page.tsx'
import { Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { Deliveries } from './deliveries.tsx'
import { webhookMessages } from './webhook-messages.ts'
import { webhookQuery } from './webhook-queries.ts'
import { WebhookSettings } from './webhook-settings.tsx'
import { WebhookStatus } from './webhook-status.tsx'

const refreshMilliseconds = 10_000

export function WebhookPage({ id }: { id: string }) {
  const text = useMessages(webhookMessages)
  // It may start to fail or be disabled while the page is open.
  const webhook = useQuery({ ...webhookQuery(id), refetchInterval: refreshMilliseconds })
  return (
    <div className="grid min-w-0 gap-4">
      <Link
        to="/developer/{-$section}/{-$item}"
        params={{ section: 'webhooks', item: undefined }}
        className="inline-flex min-h-8 items-center gap-1.5 justify-self-start text-sm text-soft hover:text-ink"
      >
        <ArrowLeft className="size-4" />
        {text.back}
      </Link>
      <Loaded query={webhook} heights={['h-14', 'h-80', 'h-96']} gap="gap-4">
        {({ data }) => <LoadedWebhook webhook={data} />}
      </Loaded>
    </div>
  )
}

function LoadedWebhook({ webhook }: { webhook: Webhook }) {
  const text = useMessages(webhookMessages)
  const { moment } = useFormats()
  const queries = useQueryClient()
  const { id, url, enabled, failing_since } = webhook
  const switching = useMutation({
    mutationFn: () => client.webhooks.update({ id, enabled: !enabled }),
    onSuccess(answer) {
      queries.setQueryData(webhookQuery(id).queryKey, answer)
      showToast({ title: answer.data.enabled ? text.isOn : text.isOff })
      return queries.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1.5">
          <h2 className="text-lg font-semibold break-all">{url}</h2>
          <p className="flex flex-wrap items-center gap-1.5">
            <WebhookStatus webhook={webhook} />
            {webhook.source === 'automation' ? <Badge variant="accent">{text.automation}</Badge> : null}
            {webhook.description ? (
              <span dir="auto" className="ml-1 text-sm text-soft">
                {webhook.description}
              </span>
            ) : null}
          </p>
        </div>
        <Button
          icon={<Power />}
          variant={enabled ? 'plain' : 'primary'}
          busy={switching.isPending}
          onClick={() => switching.mutate()}
        >
          {enabled ? text.disable : text.enable}
        </Button>
      </div>
      <FormFailure error={switching.error} />
      <StateNotice webhook={webhook} />
      {enabled && failing_since !== null ? (
        <Notice kind="warn">{text.failingText(moment(failing_since))}</Notice>
      ) : null}
      <Deliveries webhook={webhook} />
      <WebhookSettings webhook={webhook} />
    </>
  )
}

function StateNotice({ webhook: { disabled_reason } }: { webhook: Webhook }) {
  const text = useMessages(webhookMessages)
  if (disabled_reason === null) return null
  const why = { owner: text.byOwner, gone: text.gone, failing: text.failedLong }[disabled_reason]
  return <Notice kind="warn">{why}</Notice>
}
