// Asks for a statement: an owner's appeal, or an administrator's answer.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, TextArea } from '../../components/field.tsx'
import { FormFailure } from '../../components/form-failure.tsx'
import { kitMessages } from '../../components/messages.ts'
import { fieldErrorsOf } from '../../lib/failures.ts'
import { useMessages } from '../../lib/language.ts'

interface StatementDialogProps {
  title: string
  text: string
  label: string
  hint: string
  action: string
  /** The API's field for the statement. */
  field: 'message' | 'answer'
  required: boolean
  danger?: boolean
  onSend(statement: string): Promise<unknown>
  onClose(): void
}

export function StatementDialog(props: StatementDialogProps) {
  const { title, text, label, hint, action, field, required, danger, onSend, onClose } = props
  const { cancel } = useMessages(kitMessages)
  const form = useId()
  const [statement, setStatement] = useState('')
  const send = useMutation({ mutationFn: () => onSend(statement.trim()), onSuccess: onClose })
  const faults = fieldErrorsOf(send.error)
  function submit(event: FormEvent) {
    event.preventDefault()
    send.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      keepOpen
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" form={form} variant={danger ? 'danger' : 'primary'} busy={send.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        <p className="text-sm text-soft">{text}</p>
        <Field label={label} hint={hint} error={faults[field]}>
          {(control) => (
            <TextArea
              {...control}
              required={required}
              rows={5}
              maxLength={1000}
              dir="auto"
              value={statement}
              onChange={({ target }) => setStatement(target.value)}
            />
          )}
        </Field>
        <FormFailure error={send.error} fields={[field]} />
      </form>
    </Dialog>
  )
}
