// A dialog that creates a secret, such as a key, and then shows it once.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { kitMessages } from '../../components/messages.ts'
import { Notice } from '../../components/states.tsx'
import { useMessages } from '../../lib/language.ts'
import { developerMessages } from './messages.ts'

/** Creates a secret, and reloads the list that it belongs to. The secret is gone once the dialog is closed. */
export function useSecret<Input, Made>(make: (input: Input) => Promise<Made>, list: QueryKey) {
  const queries = useQueryClient()
  return useMutation({
    gcTime: 0,
    mutationFn: make,
    onSuccess: () => queries.invalidateQueries({ queryKey: list }),
  })
}

interface SecretDialogProps {
  title: string
  /** The button that creates the secret, by submitting a form or by itself; none once the secret is shown. */
  submit: { label: string; busy: boolean; form?: string; onClick?(): void } | null
  /** The main button beside the one that closes the shown secret. */
  next?: ReactNode
  onClose(): void
  children: ReactNode
}

export function SecretDialog({ title, submit, next, onClose, children }: SecretDialogProps) {
  const { done } = useMessages(developerMessages)
  const { cancel } = useMessages(kitMessages)
  return (
    <Dialog
      open
      keepOpen={submit ? true : 'until-done'}
      onClose={onClose}
      title={title}
      footer={
        submit ? (
          <>
            <Button onClick={onClose}>{cancel}</Button>
            <Button
              type={submit.form ? 'submit' : 'button'}
              form={submit.form}
              variant="primary"
              busy={submit.busy}
              onClick={submit.onClick}
            >
              {submit.label}
            </Button>
          </>
        ) : (
          <>
            <Button variant={next ? 'plain' : 'primary'} onClick={onClose}>
              {done}
            </Button>
            {next}
          </>
        )
      }
    >
      {children}
    </Dialog>
  )
}

interface ShownSecretProps {
  label: string
  value: string
  copyLabel: string
}

/** The secret, to copy, and a warning that it can't be shown again. */
export function ShownSecret(secret: ShownSecretProps) {
  const { shownOnce } = useMessages(developerMessages)
  return (
    <>
      <Notice kind="warn">{shownOnce}</Notice>
      <CopyField {...secret} />
    </>
  )
}
