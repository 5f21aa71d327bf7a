// The dialogs of applications: registering one, changing it, giving it a new secret, and how to use it.
import type { Application } from '@linnet/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Switch } from '../../../components/field.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useMessages } from '../../../lib/language.ts'
import { developerMessages } from '../messages.ts'
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
  const queries = useQueryClient()
  const form = useId()
  const creation = useMutation({
    // Nothing keeps the secret once the dialog is closed.
    gcTime: 0,
    mutationFn: (draft: ApplicationDraft) => client.applications.create(draft),
    onSuccess: () => queries.invalidateQueries({ queryKey: applicationsQuery.queryKey }),
  })
  const made = creation.data?.data
  return (
    <Dialog
      open
      keepOpen={made ? 'until-done' : true}
      onClose={onClose}
      title={made ? text.made(made.name) : text.create}
      footer={<Footer form={made ? null : form} busy={creation.isPending} onClose={onClose} />}
    >
      {made ? (
        <ApplicationUse application={made} secret={made.client_secret} />
      ) : (
        <ApplicationForm id={form} error={creation.error} onSubmit={creation.mutate} />
      )}
    </Dialog>
  )
}

export function EditDialog({ application, onClose }: Closing & { application: Application }) {
  const text = useMessages(applicationMessages)
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
      footer={<Footer form={form} isSaving busy={saving.isPending} onClose={onClose} />}
    >
      <ApplicationForm id={form} application={application} error={saving.error} onSubmit={saving.mutate} />
    </Dialog>
  )
}

export function UseDialog({ application, onClose }: Closing & { application: Application }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={application.name}
      footer={<Footer form={null} busy={false} onClose={onClose} />}
    >
      <ApplicationUse application={application} secret={null} />
    </Dialog>
  )
}

export function RotateDialog({ application, onClose }: Closing & { application: Application }) {
  const text = useMessages(applicationMessages)
  const { cancel } = useMessages(kitMessages)
  const queries = useQueryClient()
  const [keepsOld, setKeepsOld] = useState(true)
  const rotation = useMutation({
    gcTime: 0,
    mutationFn: () =>
      client.applications.rotateSecret({
        clientId: application.client_id,
        keep_old_for: keepsOld ? graceSeconds : 0,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: applicationsQuery.queryKey }),
  })
  const made = rotation.data?.data
  return (
    <Dialog
      open
      keepOpen={made ? 'until-done' : true}
      onClose={onClose}
      title={made ? text.rotated : text.rotateTitle}
      footer={
        made ? (
          <Footer form={null} busy={false} onClose={onClose} />
        ) : (
          <>
            <Button onClick={onClose}>{cancel}</Button>
            <Button variant="primary" busy={rotation.isPending} onClick={() => rotation.mutate()}>
              {text.rotate}
            </Button>
          </>
        )
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
    </Dialog>
  )
}

interface FooterProps extends Closing {
  /** The form to submit; null if nothing is left to do. */
  form: string | null
  isSaving?: boolean
  busy: boolean
}

function Footer({ form, isSaving, busy, onClose }: FooterProps) {
  const shared = useMessages(developerMessages)
  const { cancel } = useMessages(kitMessages)
  if (form === null)
    return (
      <Button variant="primary" onClick={onClose}>
        {shared.done}
      </Button>
    )
  return (
    <>
      <Button onClick={onClose}>{cancel}</Button>
      <Button type="submit" form={form} variant="primary" busy={busy}>
        {isSaving ? shared.save : shared.create}
      </Button>
    </>
  )
}
