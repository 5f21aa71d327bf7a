// Invites somebody by e-mail, and shows the address of the invitation once, to be given by other ways too.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field, Select, TextInput } from '../../../components/field.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { Notice } from '../../../components/states.tsx'
import { client } from '../../../lib/client.ts'
import { fieldErrorsOf } from '../../../lib/failures.ts'
import { type Language, useLanguage, useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { refresh } from '../queries.ts'
import { peopleMessages } from './people-messages.ts'

export function InviteDialog({ onClose }: { onClose(): void }) {
  const text = useMessages(peopleMessages)
  const form = useId()
  const { sign_ups } = useMe()
  const [email, setEmail] = useState('')
  const [language, setLanguage] = useState<Language>(useLanguage())
  const invite = useMutation({
    mutationFn: () => client.signIn.invite({ email: email.trim(), language }),
    onSuccess: () => void refresh(),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    invite.mutate()
  }
  const invited = invite.data?.data
  if (invited)
    return (
      <Dialog
        open
        onClose={onClose}
        title={text.invited(invited.email)}
        footer={
          <>
            <Button
              onClick={() => {
                setEmail('')
                invite.reset()
              }}
            >
              {text.another}
            </Button>
            <Button look="primary" onClick={onClose}>
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
        <Button
          type="submit"
          form={form}
          look="primary"
          busy={invite.isPending}
          disabled={sign_ups === 'closed'}
        >
          {text.send}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-4">
        {sign_ups === 'closed' ? <Notice kind="warn">{text.closedText}</Notice> : null}
        <Field label={text.email} error={fieldErrorsOf(invite.error).email}>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              required
              autoCapitalize="none"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
        <Field label={text.language}>
          {(control) => (
            <Select
              {...control}
              value={language}
              onChange={({ target }) => setLanguage(target.value as Language)}
            >
              <option value="en">English</option>
              <option value="id">Bahasa Indonesia</option>
            </Select>
          )}
        </Field>
        <FormFailure error={invite.error} fields={['email']} />
      </form>
    </Dialog>
  )
}
