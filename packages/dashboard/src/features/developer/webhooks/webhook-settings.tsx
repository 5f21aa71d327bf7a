// Changing a webhook: its settings, its secret, and deleting it.
import type { Webhook } from '@linnet/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { Card } from '../../../components/page.tsx'
import { Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useDraft } from '../../../lib/draft.ts'
import { isSame } from '../../../lib/draft-state.ts'
import { fieldErrorsOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { completeUrl } from '../../../shell/pasted-urls.ts'
import { developerMessages } from '../messages.ts'
import { SecretDialog } from '../secret-dialog.tsx'
import { NewSecret } from './webhook-dialog.tsx'
import { type WebhookDraft, WebhookFields } from './webhook-fields.tsx'
import { webhookMessages } from './webhook-messages.ts'
import { webhookQuery, webhooksQuery } from './webhook-queries.ts'

export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Settings webhook={webhook} />
      <div className="grid gap-4">
        <Secret webhook={webhook} />
        <Deletion id={webhook.id} />
      </div>
    </div>
  )
}

// A webhook's address often contains a secret, which must not be stored in the browser.
const unstoredFields = ['url'] as const

function Settings({ webhook }: { webhook: Webhook }) {
  const text = useMessages(webhookMessages)
  const shared = useMessages(developerMessages)
  const { discard } = useMessages(kitMessages)
  const queries = useQueryClient()
  const { id, url, description, events, source } = webhook
  const draft = useDraft<WebhookDraft>(`webhook ${id}`, { url, description, events }, unstoredFields)
  const [fault, setFault] = useState('')
  const saving = useMutation({
    mutationFn() {
      // Only changed fields are sent, so that a change made in another tab stays.
      const { url: typed, ...changes } = draft.changes
      return client.webhooks.update({
        id,
        ...changes,
        ...(typed === undefined ? {} : { url: completeUrl(typed) }),
      })
    },
    onSuccess(answer) {
      queries.setQueryData(webhookQuery(id).queryKey, answer)
      draft.discard()
      showToast({ title: text.saved })
      return queries.invalidateQueries({ queryKey: webhooksQuery.queryKey })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const isNone = draft.values.events.length === 0
    setFault(isNone ? text.eventRequired : '')
    if (!isNone) saving.mutate()
  }

  return (
    <Card title={text.settings}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <FormFailure error={saving.error} fields={['url', 'events', 'description']} />
        <WebhookFields
          draft={draft.values}
          errors={{ ...fieldErrorsOf(saving.error), ...(fault ? { events: fault } : {}) }}
          isUrlFixed={source === 'automation'}
          onChange={(next) => {
            for (const field of ['url', 'description', 'events'] as const)
              if (!isSame(next[field], draft.values[field])) draft.set(field, next[field])
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={saving.isPending}>
            {shared.save}
          </Button>
          {draft.isChanged ? (
            <Button variant="quiet" onClick={draft.discard}>
              {discard}
            </Button>
          ) : null}
        </div>
      </form>
    </Card>
  )
}

function Secret({ webhook: { id, old_secrets_until } }: { webhook: Webhook }) {
  const text = useMessages(webhookMessages)
  return (
    <Card title={text.secret} description={text.secretText}>
      <OldSecrets id={id} validUntil={old_secrets_until} />
      <SecretRotation id={id} />
    </Card>
  )
}

/** `validUntil` is in Unix seconds; null if there are no old secrets. */
function OldSecrets({ id, validUntil }: { id: string; validUntil: number | null }) {
  const text = useMessages(webhookMessages)
  const { moment } = useFormats()
  const queries = useQueryClient()
  const ending = useMutation({
    mutationFn: () => client.webhooks.endOldSecrets({ id }),
    onSuccess(answer) {
      queries.setQueryData(webhookQuery(id).queryKey, answer)
      showToast({ title: text.ended })
    },
  })
  return (
    <>
      {validUntil === null ? null : (
        <Notice kind="warn">
          <p>{text.oldUntil(moment(validUntil))}</p>
          <Button size="small" className="mt-2" busy={ending.isPending} onClick={() => ending.mutate()}>
            {text.endOld}
          </Button>
        </Notice>
      )}
      <FormFailure error={ending.error} />
    </>
  )
}

function SecretRotation({ id }: { id: string }) {
  const text = useMessages(webhookMessages)
  const queries = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)

  async function rotate() {
    const { data } = await client.webhooks.rotateSecret({ id, keep_old: true })
    setSecret(data.secret)
    await queries.invalidateQueries({ queryKey: webhookQuery(id).queryKey })
  }

  return (
    <>
      <Button className="justify-self-start" onClick={() => setConfirming(true)}>
        {text.rotate}
      </Button>
      <Confirm
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={text.rotateTitle}
        action={text.rotate}
        onConfirm={rotate}
      >
        <p>{text.rotateText}</p>
      </Confirm>
      {secret === null ? null : (
        <SecretDialog title={text.rotated} submit={null} onClose={() => setSecret(null)}>
          <NewSecret secret={secret} />
        </SecretDialog>
      )}
    </>
  )
}

function Deletion({ id }: { id: string }) {
  const text = useMessages(webhookMessages)
  const shared = useMessages(developerMessages)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)

  async function remove() {
    await client.webhooks.remove({ id })
    showToast({ title: text.removed })
    await navigate({
      to: '/developer/{-$section}/{-$item}',
      params: { section: 'webhooks', item: undefined },
    })
    await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey })
  }

  return (
    <Card title={text.remove} description={text.removeText}>
      <Button variant="danger" className="justify-self-start" onClick={() => setConfirming(true)}>
        {text.remove}
      </Button>
      <Confirm
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={text.removeTitle}
        action={shared.remove}
        danger
        onConfirm={remove}
      >
        <p>{text.removeText}</p>
      </Confirm>
    </Card>
  )
}
