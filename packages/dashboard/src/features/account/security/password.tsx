// Changing the password.
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button, buttonClasses } from '../../../components/button.tsx'
import { Field, TextInput } from '../../../components/field.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { Card } from '../../../components/page.tsx'
import { PasswordField, UsernameField } from '../../../components/password-field.tsx'
import { Notice } from '../../../components/states.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { ApiError, ownClient } from '../../../lib/client.ts'
import { fieldErrorsOf, messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { useMe } from '../../../lib/session.ts'
import { useSharedMessages } from '../messages.ts'

export function PasswordCard() {
  const { password } = useMe()
  return password ? <ChangePasswordCard /> : <NoPasswordCard />
}

/** For a user who signs in with the provider; the page with the link is for those who forgot theirs, too. */
function NoPasswordCard() {
  const { security } = useSharedMessages()
  const { provider } = useMe()
  return (
    <Card
      title={security.password}
      description={security.noPassword(provider ?? '')}
      actions={
        <a href="/account/forgot-password" className={buttonClasses('plain', 'small')}>
          {security.setPassword}
        </a>
      }
    >
      {null}
    </Card>
  )
}

function ChangePasswordCard() {
  const { security, newPassword } = useSharedMessages()
  const [open, setOpen] = useState(false)
  return (
    <Card
      title={security.password}
      description={open ? newPassword.text : security.passwordText}
      actions={
        open ? null : (
          <Button size="small" onClick={() => setOpen(true)}>
            {security.changePassword}
          </Button>
        )
      }
    >
      {open ? <PasswordForm onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}

function PasswordForm({ onClose }: { onClose(): void }) {
  const { user } = useMe()
  const { newPassword, wrong } = useSharedMessages()
  const { cancel } = useMessages(kitMessages)
  const language = useLanguage()
  const [password, setPassword] = useState('')
  const [next, setNext] = useState('')
  const change = useChangePassword({ password, new_password: next }, onClose)
  const isWrong = change.error instanceof ApiError && change.error.code === 'wrong_password'
  const fault = fieldErrorsOf(change.error).new_password
  function submit(event: FormEvent) {
    event.preventDefault()
    change.mutate()
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <UsernameField email={user.email} />
      <div className="grid gap-4 sm:grid-cols-2">
        <PasswordField
          label={newPassword.current}
          error={isWrong ? wrong.password : undefined}
          autoFocus
          value={password}
          onChange={setPassword}
        />
        <NewPasswordField error={fault} value={next} onChange={setNext} />
      </div>
      {change.error && !isWrong && !fault ? (
        <Notice kind="bad">{messageOf(change.error, language)}</Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={change.isPending}>
          {newPassword.submit}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {cancel}
        </Button>
      </div>
    </form>
  )
}

/** The passwords are not variables of the mutation, because its cache would keep them. */
function useChangePassword(passwords: { password: string; new_password: string }, onClose: () => void) {
  const { success } = useSharedMessages()
  return useMutation({
    mutationFn: () => ownClient.accounts.changePassword(passwords),
    onSuccess() {
      onClose()
      showToast({ title: success.password })
      void queryClient.invalidateQueries({ queryKey: ['account'] })
    },
  })
}

interface NewPasswordFieldProps {
  error: string | undefined
  value: string
  onChange(value: string): void
}

function NewPasswordField({ error, value, onChange }: NewPasswordFieldProps) {
  const { newPassword } = useSharedMessages()
  return (
    <Field label={newPassword.next} hint={newPassword.hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={1024}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
