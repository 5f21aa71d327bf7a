// Invites a member by e-mail or with a link, and shows the invitation's URL once.
import type { AnswerOf, ArgumentsOf, api } from '@linnet/contract'
import { isAtLeast, type Role, roles } from '@linnet/contract/roles'
import type { Language } from '@linnet/languages'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { roleMessages } from '../../../components/allowed.tsx'
import { Button } from '../../../components/button.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field, Select, TextInput } from '../../../components/field.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { MailLanguageField } from '../../../components/mail-language-field.tsx'
import { Segments } from '../../../components/segments.tsx'
import { Notice } from '../../../components/states.tsx'
import { client } from '../../../lib/client.ts'
import { fieldErrorsOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { memberMessages } from '../messages.ts'
import { refreshMembers } from '../queries.ts'

type InvitedRole = NonNullable<ArgumentsOf<typeof api.workspaces.invite>['role']>
type Invitation = AnswerOf<typeof api.workspaces.invite>['data']

interface Draft {
  how: 'mail' | 'link'
  email: string
  role: InvitedRole
  /** The language of the e-mail. */
  language: Language
}

export function InviteDialog({ onClose }: { onClose(): void }) {
  const text = useMessages(memberMessages)
  const form = useId()
  const language = useLanguage()
  const [draft, setDraft] = useState<Draft>({ how: 'mail', email: '', role: 'editor', language })
  const invite = useMutation({
    gcTime: 0,
    mutationFn: ({ how, email, role, language }: Draft) =>
      client.workspaces.invite(how === 'mail' ? { email: email.trim(), role, language } : { role }),
    onSuccess: () => void refreshMembers(),
  })
  function startAnother() {
    setDraft({ ...draft, email: '' })
    invite.reset()
  }
  if (invite.data) return <Invited invitation={invite.data.data} onAnother={startAnother} onClose={onClose} />
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={text.inviteTitle}
      description={text.inviteText}
      footer={
        <Button type="submit" form={form} variant="primary" busy={invite.isPending}>
          {draft.how === 'mail' ? text.send : text.makeLink}
        </Button>
      }
    >
      <InviteForm
        id={form}
        draft={draft}
        error={invite.error}
        onChange={(change) => {
          setDraft({ ...draft, ...change })
          invite.reset()
        }}
        onSubmit={() => invite.mutate(draft)}
      />
    </Dialog>
  )
}

interface InviteFormProps {
  /** The `form` of its submit button. */
  id: string
  draft: Draft
  error: unknown
  onChange(change: Partial<Draft>): void
  onSubmit(): void
}

function InviteForm({ id, draft, error, onChange, onSubmit }: InviteFormProps) {
  const text = useMessages(memberMessages)
  const isByMail = draft.how === 'mail'
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form id={id} onSubmit={submit} className="grid gap-4">
      <Segments<Draft['how']>
        label={text.how}
        value={draft.how}
        options={[
          { value: 'mail', label: text.byMail },
          { value: 'link', label: text.byLink },
        ]}
        onChange={(how) => onChange({ how })}
      />
      {isByMail ? (
        <Field label={text.email} error={fieldErrorsOf(error).email}>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              required
              autoFocus
              autoCapitalize="none"
              value={draft.email}
              onChange={({ target }) => onChange({ email: target.value })}
            />
          )}
        </Field>
      ) : (
        <p className="text-sm text-soft">{text.byLinkText}</p>
      )}
      <RoleField role={draft.role} onChange={(role) => onChange({ role })} />
      {isByMail ? (
        <MailLanguageField
          label={text.language}
          language={draft.language}
          onChange={(language) => onChange({ language })}
        />
      ) : null}
      <FormFailure error={error} fields={['email']} />
    </form>
  )
}

const isInvitable = (role: Role): role is InvitedRole => role !== 'owner'

function RoleField({ role, onChange }: { role: InvitedRole; onChange(role: InvitedRole): void }) {
  const text = useMessages(memberMessages)
  const { names, may } = useMessages(roleMessages)
  const own = useMe().user.workspace.role
  return (
    <Field label={text.role} hint={may[role]}>
      {(control) => (
        <Select {...control} value={role} onChange={({ target }) => onChange(target.value as InvitedRole)}>
          {roles
            .filter(isInvitable)
            .filter((one) => isAtLeast(own, one))
            .map((one) => (
              <option key={one} value={one}>
                {names[one]}
              </option>
            ))}
        </Select>
      )}
    </Field>
  )
}

interface InvitedProps {
  invitation: Invitation
  onAnother(): void
  onClose(): void
}

/** The invitation's URL, and whether it was also sent. */
function Invited({ invitation: { email, mailed, url }, onAnother, onClose }: InvitedProps) {
  const text = useMessages(memberMessages)
  const title = email === null ? text.linkTitle : mailed ? text.sentTitle(email) : text.notSentTitle(email)
  return (
    <Dialog
      open
      keepOpen="until-done"
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onAnother}>{text.another}</Button>
          <Button variant="primary" onClick={onClose}>
            {text.done}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {email !== null && !mailed ? <Notice kind="warn">{text.notSent}</Notice> : null}
        <CopyField label={text.address} value={url} copyLabel={text.copyAddress} />
        <p className="text-sm text-soft">
          {email === null ? text.linkText : mailed ? text.sentText : text.notSentText}
        </p>
      </div>
    </Dialog>
  )
}
