// The dialogs of applications: registering one, changing it, giving it a new secret, and how to use it.
import type { Application } from '@linnet/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { Switch } from '../../../components/switch.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useMessages } from '../../../lib/language.ts'
import { developerMessages } from '../messages.ts'
import { SecretDialog, useSecret } from '../secret-dialog.tsx'
import { type ApplicationDraft, ApplicationForm } from './application-form.tsx'
import { applicationMessages } from './application-messages.ts'
import { applicationsQuery } from './application-queries.ts'
import { ApplicationUse } from './application-use.tsx'

interface Closing {
  onClose(): void
}

const graceSeconds = 86_400

export function RegisterDialog({ onClose }: Closing) {
  const text = useMessages(applicationMessages)
  const { create } = useMessages(developerMessages)
  const form = useId()
  const creation = useSecret(
    (draft: ApplicationDraft) => client.applications.create(draft),
    applicationsQuery.queryKey,
  )
  const made = creation.data?.data
  return (
    <SecretDialog
      onClose={onClose}
      title={made ? text.made(made.name) : text.create}
      submit={made ? null : { label: create, busy: creation.isPending, form }}
    >
      {made ? (
        <ApplicationUse application={made} secret={made.client_secret} />
      ) : (
        <ApplicationForm id={form} error={creation.error} onSubmit={creation.mutate} />
      )}
    </SecretDialog>
  )
}

export function EditDialog({ application, onClose }: Closing & { application: Application }) {
  const text = useMessages(applicationMessages)
  const { save } = useMessages(developerMessages)
  const { cancel } = useMessages(kitMessages)
  const queries = useQueryClient()
  const form = useId()
  const saving = useMutation({
    mutationFn: ({ type: _, ...draft }: ApplicationDraft) =>
      client.applications.update({ clientId: application.client_id, ...draft }),
    async onSuccess() {
      showToast({ title: text.saved })
      onClose()
      await queries.invalidateQueries({ queryKey: applicationsQuery.queryKey })
    },
  })
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={text.editTitle(application.name)}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form={form} variant="primary" busy={saving.isPending}>
            {save}
          </Button>
        </>
      }
    >
      <ApplicationForm id={form} application={application} error={saving.error} onSubmit={saving.mutate} />
    </Dialog>
  )
}

export function UseDialog({ application, onClose }: Closing & { application: Application }) {
  const { done } = useMessages(developerMessages)
  return (
    <Dialog
      open
      onClose={onClose}
      title={application.name}
      footer={
        <Button variant="primary" onClick={onClose}>
          {done}
        </Button>
      }
    >
      <ApplicationUse application={application} secret={null} />
    </Dialog>
  )
}

export function RotateDialog({ application, onClose }: Closing & { application: Application }) {
  const text = useMessages(applicationMessages)
  const [keepsOld, setKeepsOld] = useState(true)
  const rotation = useSecret(
    () =>
      client.applications.rotateSecret({
        clientId: application.client_id,
        keep_old_for: keepsOld ? graceSeconds : 0,
      }),
    applicationsQuery.queryKey,
  )
  const made = rotation.data?.data
  return (
    <SecretDialog
      onClose={onClose}
      title={made ? text.rotated : text.rotateTitle}
      submit={
        made ? null : { label: text.rotate, busy: rotation.isPending, onClick: () => rotation.mutate() }
      }
    >
      {made ? (
        <ApplicationUse application={made} secret={made.client_secret} />
      ) : (
        <div className="grid gap-4">
          <p className="text-soft">{text.rotateText}</p>
          <Switch label={text.keepOld} hint={text.keepOldText} checked={keepsOld} onChange={setKeepsOld} />
          <FormFailure error={rotation.error} />
        </div>
      )}
    </SecretDialog>
  )
}
