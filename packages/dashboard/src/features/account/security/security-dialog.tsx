// Confirms a change of the account's security. If the change can't be undone, it also asks for the password.
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { PasswordField, UsernameField } from '../../../components/password-field.tsx'
import { Notice } from '../../../components/states.tsx'
import { ApiError } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { useMe } from '../../../lib/session.ts'
import { useSharedMessages } from '../messages.ts'

interface SecurityDialogProps {
  open: boolean
  onClose(): void
  title: string
  /** The consequences. */
  text?: ReactNode
  action: string
  danger?: boolean
  /** Whether to ask for the password every time, even after a recent check. */
  asksPassword?: boolean
  /** Fields, above the password. */
  children?: ReactNode
  isReady?: boolean
  /** Makes the change. If it throws, the dialog stays open and shows the error. */
  onConfirm(password: string): Promise<void>
  /** The message for a failure; by default, the general one. */
  explain?(error: unknown): string | undefined
}

export function SecurityDialog(props: SecurityDialogProps) {
  const { open, onClose, title, text } = props
  return (
    <Dialog open={open} onClose={onClose} title={title} description={text} keepOpen>
      {open ? <SecurityForm {...props} /> : null}
    </Dialog>
  )
}

function SecurityForm({
  onClose,
  action,
  danger,
  asksPassword,
  children,
  isReady = true,
  onConfirm,
  explain,
}: SecurityDialogProps) {
  const shared = useSharedMessages()
  const { user } = useMe()
  const { cancel } = useMessages(kitMessages)
  const language = useLanguage()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || !isReady) return
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm(password)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  const isWrong = error instanceof ApiError && error.code === 'wrong_password'
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      {children}
      {asksPassword ? (
        <>
          <UsernameField email={user.email} />
          <PasswordField
            label={shared.password}
            hint={shared.passwordHint}
            error={isWrong ? shared.wrong.password : undefined}
            value={password}
            onChange={setPassword}
          />
        </>
      ) : null}
      {error && !isWrong ? (
        <Notice kind="bad">{explain?.(error) ?? messageOf(error, language)}</Notice>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{cancel}</Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} disabled={!isReady}>
          {action}
        </Button>
      </div>
    </form>
  )
}
