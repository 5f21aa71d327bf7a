// Asks for the reason of a block, which its owner is told, and for a note that only administrators read, before something is decided.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field, TextArea } from '../../../components/field.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { showToast } from '../../../components/toast-queue.ts'
import { ApiError } from '../../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { administrationMessages } from '../messages.ts'
import { refresh } from '../queries.ts'

interface Decision {
  reason: string
  note: string
}

interface DecisionDialogProps {
  title: string
  /** What will be so afterwards. */
  text: string
  /** The name of what is done. */
  action: string
  danger?: boolean
  /** Asked for where it is given; what stands in the field at first. */
  reason?: string
  asksForNote?: boolean
  onDecide(decision: Decision): Promise<unknown>
  /** After it was done, or given up. */
  onClose(): void
}

export function DecisionDialog({
  title,
  text: description,
  action,
  danger,
  reason: firstReason,
  asksForNote,
  onDecide,
  onClose,
}: DecisionDialogProps) {
  const text = useMessages(administrationMessages)
  const { cancel } = useMessages(kitMessages)
  const language = useLanguage()
  const form = useId()
  const [reason, setReason] = useState(firstReason ?? '')
  const [note, setNote] = useState('')
  const decide = useMutation({
    mutationFn: () => onDecide({ reason: reason.trim(), note: note.trim() }),
    onSuccess() {
      onClose()
      void refresh()
    },
    onError(error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found') return
      // Somebody else decided meanwhile, or it was deleted: there is nothing to go on with here.
      showToast({ kind: 'bad', title: messageOf(error, language) })
      onClose()
      void refresh()
    },
  })
  const faults = fieldErrorsOf(decide.error)
  function submit(event: FormEvent) {
    event.preventDefault()
    decide.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form={form} look={danger ? 'danger' : 'primary'} busy={decide.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <p className="text-sm text-soft">{description}</p>
        {firstReason === undefined ? null : (
          <Field label={text.blockReason} hint={text.blockReasonHint} error={faults.reason}>
            {(control) => (
              <TextArea
                {...control}
                required
                maxLength={500}
                dir="auto"
                value={reason}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
          </Field>
        )}
        {asksForNote ? (
          <Field label={text.note} hint={text.noteHint} error={faults.note}>
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                maxLength={1000}
                dir="auto"
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
            )}
          </Field>
        ) : null}
        <FormFailure error={decide.error} fields={['reason', 'note']} />
      </form>
    </Dialog>
  )
}
