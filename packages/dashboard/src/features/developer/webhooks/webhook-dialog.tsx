// Makes a webhook, and shows its secret this once.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { Notice } from '../../../components/states.tsx'
import { client } from '../../../lib/client.ts'
import { fieldErrorsOf } from '../../../lib/failures.ts'
import { useMessages } from '../../../lib/language.ts'
import { completeUrl } from '../../../shell/pasted-urls.ts'
import { developerMessages } from '../messages.ts'
import { signatureCheckProgram } from './signature-check.ts'
import { type WebhookDraft, WebhookFields } from './webhook-fields.tsx'
import { webhookMessages } from './webhook-messages.ts'
import { webhooksQuery } from './webhook-queries.ts'

export function WebhookDialog({ onClose }: { onClose(): void }) {
  const text = useMessages(webhookMessages)
  const shared = useMessages(developerMessages)
  const { cancel } = useMessages(kitMessages)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useId()
  const [draft, setDraft] = useState<WebhookDraft>({ url: '', description: '', events: ['link.clicked'] })
  const [fault, setFault] = useState('')
  const creation = useMutation({
    // The secret is nowhere once it is closed.
    gcTime: 0,
    mutationFn: () => client.webhooks.create({ ...draft, url: completeUrl(draft.url) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setFault(draft.events.length > 0 ? '' : text.eventRequired)
    if (draft.events.length > 0) creation.mutate()
  }

  const made = creation.data?.data
  return (
    <Dialog
      open
      stays={made ? 'until-done' : true}
      onClose={onClose}
      title={made ? text.made : text.create}
      footer={
        made ? (
          <>
            <Button onClick={onClose}>{shared.done}</Button>
            <Button
              look="primary"
              onClick={() =>
                void navigate({
                  to: '/developer/{-$section}/{-$item}',
                  params: { section: 'webhooks', item: made.id },
                })
              }
            >
              {text.open}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{cancel}</Button>
            <Button type="submit" form={form} look="primary" busy={creation.isPending}>
              {shared.create}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <NewSecret secret={made.secret} />
      ) : (
        <form id={form} noValidate onSubmit={submit} className="grid gap-5">
          <FormFailure error={creation.error} fields={['url', 'events', 'description']} />
          <WebhookFields
            draft={draft}
            errors={{ ...fieldErrorsOf(creation.error), ...(fault ? { events: fault } : {}) }}
            onChange={setDraft}
          />
        </form>
      )}
    </Dialog>
  )
}

/** A secret that was just made, and what to do with it. */
export function NewSecret({ secret }: { secret: string }) {
  const text = useMessages(webhookMessages)
  const shared = useMessages(developerMessages)
  return (
    <div className="grid min-w-0 gap-5">
      <Notice kind="warn">{shared.shownOnce}</Notice>
      <CopyField label={text.secret} value={secret} copyLabel={text.copySecret} />
      <div className="grid min-w-0 gap-2">
        <p className="text-sm text-soft">{text.check}</p>
        <CodeBlock code={signatureCheckProgram} label={text.checkLabel} copyLabel={text.copyCheck} />
      </div>
    </div>
  )
}
