// Creates a webhook, and shows its secret once.
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CodeBlock } from '../../../components/code-block.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { client } from '../../../lib/client.ts'
import { fieldErrorsOf } from '../../../lib/failures.ts'
import { useMessages } from '../../../lib/language.ts'
import { completeUrl } from '../../../shell/pasted-urls.ts'
import { developerMessages } from '../messages.ts'
import { SecretDialog, ShownSecret, useSecret } from '../secret-dialog.tsx'
import { signatureCheckProgram } from './signature-check.ts'
import { type WebhookDraft, WebhookFields } from './webhook-fields.tsx'
import { webhookMessages } from './webhook-messages.ts'
import { webhooksQuery } from './webhook-queries.ts'

export function WebhookDialog({ onClose }: { onClose(): void }) {
  const text = useMessages(webhookMessages)
  const shared = useMessages(developerMessages)
  const form = useId()
  const creation = useSecret(
    (draft: WebhookDraft) => client.webhooks.create({ ...draft, url: completeUrl(draft.url) }),
    webhooksQuery.queryKey,
  )
  const created = creation.data?.data
  return (
    <SecretDialog
      onClose={onClose}
      title={created ? text.made : text.create}
      submit={created ? null : { label: shared.create, busy: creation.isPending, form }}
      next={created ? <OpenWebhook id={created.id} /> : null}
    >
      {created ? (
        <NewSecret secret={created.secret} />
      ) : (
        <WebhookForm id={form} error={creation.error} onSubmit={(draft) => creation.mutate(draft)} />
      )}
    </SecretDialog>
  )
}

function OpenWebhook({ id }: { id: string }) {
  const text = useMessages(webhookMessages)
  const navigate = useNavigate()
  return (
    <Button
      variant="primary"
      onClick={() =>
        void navigate({
          to: '/developer/{-$section}/{-$item}',
          params: { section: 'webhooks', item: id },
        })
      }
    >
      {text.open}
    </Button>
  )
}

interface WebhookFormProps {
  /** The `form` of its submit button. */
  id: string
  error: unknown
  onSubmit(draft: WebhookDraft): void
}

function WebhookForm({ id, error, onSubmit }: WebhookFormProps) {
  const text = useMessages(webhookMessages)
  const [draft, setDraft] = useState<WebhookDraft>({ url: '', description: '', events: ['link.clicked'] })
  const [fault, setFault] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    setFault(draft.events.length > 0 ? '' : text.eventRequired)
    if (draft.events.length > 0) onSubmit(draft)
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-5">
      <FormFailure error={error} fields={['url', 'events', 'description']} />
      <WebhookFields
        draft={draft}
        errors={{ ...fieldErrorsOf(error), ...(fault ? { events: fault } : {}) }}
        onChange={setDraft}
      />
    </form>
  )
}

/** A new secret, and what to do with it. */
export function NewSecret({ secret }: { secret: string }) {
  const text = useMessages(webhookMessages)
  return (
    <div className="grid min-w-0 gap-5">
      <ShownSecret label={text.secret} value={secret} copyLabel={text.copySecret} />
      <div className="grid min-w-0 gap-2">
        <p className="text-sm text-soft">{text.check}</p>
        <CodeBlock code={signatureCheckProgram} label={text.checkLabel} copyLabel={text.copyCheck} />
      </div>
    </div>
  )
}
