// Asks for the details of a decision: the reason for a block, which the owner sees, and a note for administrators only.
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
  /** What the decision does. */
  text: string
  /** The button that decides. */
  action: string
  danger?: boolean
  /** The initial reason; without it, no reason is asked for. */
  reason?: string
  asksForNote?: boolean
  onDecide(decision: Decision): Promise<unknown>
  /** After the decision, or without one. */
  onClose(): void
}

export function DecisionDialog({
  title,
  text: description,
  action,
  danger,
  reason,
  asksForNote,
  onDecide,
  onClose,
}: DecisionDialogProps) {
  const { cancel } = useMessages(kitMessages)
  const form = useId()
  const [decision, setDecision] = useState<Decision>({ reason: reason ?? '', note: '' })
  const decide = useDecide({ onDecide, onClose })
  function submit(event: FormEvent) {
    event.preventDefault()
    decide.mutate({ reason: decision.reason.trim(), note: decision.note.trim() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} busy={decide.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <p className="text-sm text-soft">{description}</p>
        <DecisionFields
          decision={decision}
          asksForReason={reason !== undefined}
          asksForNote={asksForNote}
          errors={fieldErrorsOf(decide.error)}
          onChange={setDecision}
        />
        <FormFailure error={decide.error} fields={['reason', 'note']} />
      </form>
    </Dialog>
  )
}

function useDecide({ onDecide, onClose }: Pick<DecisionDialogProps, 'onDecide' | 'onClose'>) {
  const language = useLanguage()
  return useMutation({
    mutationFn: (decision: Decision) => onDecide(decision),
    onSuccess() {
      onClose()
      void refresh()
    },
    onError(error) {
      if (!(error instanceof ApiError) || error.code !== 'not_found') return
      // Somebody else has decided, or the content was deleted: there is nothing left to decide.
      showToast({ kind: 'bad', title: messageOf(error, language) })
      onClose()
      void refresh()
    },
  })
}

interface DecisionFieldsProps {
  decision: Decision
  asksForReason: boolean
  asksForNote: boolean | undefined
  errors: Record<string, string>
  onChange(decision: Decision): void
}

function DecisionFields({ decision, asksForReason, asksForNote, errors, onChange }: DecisionFieldsProps) {
  const text = useMessages(administrationMessages)
  return (
    <>
      {asksForReason ? (
        <Field label={text.blockReason} hint={text.blockReasonHint} error={errors.reason}>
          {(control) => (
            <TextArea
              {...control}
              required
              maxLength={500}
              dir="auto"
              value={decision.reason}
              onChange={({ target }) => onChange({ ...decision, reason: target.value })}
            />
          )}
        </Field>
      ) : null}
      {asksForNote ? (
        <Field label={text.note} hint={text.noteHint} error={errors.note}>
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              maxLength={1000}
              dir="auto"
              value={decision.note}
              onChange={({ target }) => onChange({ ...decision, note: target.value })}
            />
          )}
        </Field>
      ) : null}
    </>
  )
}
