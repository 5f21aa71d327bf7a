// Invites a person by e-mail, and shows the invitation's URL once, so that it can also be shared in other ways.
import type { Language } from '@linnet/languages'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field, TextInput } from '../../../components/field.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { MailLanguageField } from '../../../components/mail-language-field.tsx'
import { Notice } from '../../../components/states.tsx'
import { client } from '../../../lib/client.ts'
import { fieldErrorsOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { refresh } from '../queries.ts'
import { peopleMessages } from './people-messages.ts'

interface InvitationDraft {
  email: string
  /** The language of the e-mail. */
  language: Language
}

export function InviteDialog({ onClose }: { onClose(): void }) {
  const text = useMessages(peopleMessages)
  const form = useId()
  const isClosed = useMe().sign_ups === 'closed'
  const [draft, setDraft] = useState<InvitationDraft>({ email: '', language: useLanguage() })
  const invite = useMutation({
    mutationFn: () => client.signIn.invite({ ...draft, email: draft.email.trim() }),
    onSuccess: () => void refresh(),
  })
  const invited = invite.data?.data
  function startAnother() {
    setDraft({ ...draft, email: '' })
    invite.reset()
  }
  if (invited)
    return (
      <Dialog
        open
        onClose={onClose}
        title={text.invited(invited.email)}
        footer={
          <>
            <Button onClick={startAnother}>{text.another}</Button>
            <Button variant="primary" onClick={onClose}>
              {text.done}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <p className="text-sm text-soft">{text.invitedText}</p>
          <CopyField label={text.address} value={invited.url} copyLabel={text.copyAddress} />
        </div>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.inviteTitle}
      description={text.inviteText}
      footer={
        <Button type="submit" form={form} variant="primary" busy={invite.isPending} disabled={isClosed}>
          {text.send}
        </Button>
      }
    >
      <InviteForm
        id={form}
        draft={draft}
        isClosed={isClosed}
        error={invite.error}
        onChange={setDraft}
        onSubmit={() => invite.mutate()}
      />
    </Dialog>
  )
}

interface InviteFormProps {
  /** The `form` of its submit button. */
  id: string
  draft: InvitationDraft
  /** Whether sign-ups are closed. */
  isClosed: boolean
  error: unknown
  onChange(draft: InvitationDraft): void
  onSubmit(): void
}

function InviteForm({ id, draft, isClosed, error, onChange, onSubmit }: InviteFormProps) {
  const text = useMessages(peopleMessages)
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form id={id} onSubmit={submit} className="grid gap-4">
      {isClosed ? <Notice kind="warn">{text.closedText}</Notice> : null}
      <Field label={text.email} error={fieldErrorsOf(error).email}>
        {(control) => (
          <TextInput
            {...control}
            type="email"
            required
            autoCapitalize="none"
            value={draft.email}
            onChange={({ target }) => onChange({ ...draft, email: target.value })}
          />
        )}
      </Field>
      <MailLanguageField
        label={text.language}
        language={draft.language}
        onChange={(language) => onChange({ ...draft, language })}
      />
      <FormFailure error={error} fields={['email']} />
    </form>
  )
}
