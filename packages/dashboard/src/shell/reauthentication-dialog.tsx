// The dialog that asks for the password or a passkey, or sends users without a password to the provider.
import { messagesFor } from '@linnet/languages'
import { accountPages } from '@linnet/languages/en/pages/account'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button, buttonClasses } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { KeyRound } from '../components/icons.ts'
import { kitMessages } from '../components/messages.ts'
import { PasswordField, UsernameField } from '../components/password-field.tsx'
import { Notice } from '../components/states.tsx'
import { ApiError, ownClient, reauthenticate } from '../lib/client.ts'
import { messageOf } from '../lib/failures.ts'
import { useLanguage, useMessages } from '../lib/language.ts'
import { answerWithPasskey, canUsePasskeys, passkeysQuery } from '../lib/passkeys.ts'
import { meQuery } from '../lib/session.ts'
import { signInMessages } from './sign-in-messages.ts'

const accountPagesIn = messagesFor('accountPages', accountPages)

type SignInMethod = 'password' | 'passkey'

export function ReauthenticationDialog({ onDone }: { onDone(isConfirmed: boolean): void }) {
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  return me && !me.password && me.provider !== null ? (
    <ProviderDialog provider={me.provider} onDone={onDone} />
  ) : (
    <PasswordDialog onDone={onDone} />
  )
}

/** The page that leads to the provider opens in another tab, so that nothing here is lost. */
function ProviderDialog({ provider, onDone }: { provider: string; onDone(isConfirmed: boolean): void }) {
  const { confirm } = useMessages(accountPagesIn)
  const { cancel } = useMessages(kitMessages)
  return (
    <Dialog open keepOpen onClose={() => onDone(false)} title={confirm.title} description={confirm.text}>
      <div className="flex flex-wrap justify-end gap-2">
        <a
          href="/account/reauthenticate?return_to=/account/security"
          target="_blank"
          rel="noopener"
          className={buttonClasses('plain')}
        >
          {confirm.provider(provider)}
        </a>
        <Button onClick={() => onDone(false)}>{cancel}</Button>
        <Button variant="primary" onClick={() => onDone(true)}>
          {confirm.after}
        </Button>
      </div>
    </Dialog>
  )
}

function PasswordDialog({ onDone }: { onDone(isConfirmed: boolean): void }) {
  const language = useLanguage()
  const { confirm: shared, password: label, wrong } = accountPagesIn(language)
  const { cancelled } = useMessages(signInMessages)
  const { cancel } = useMessages(kitMessages)
  const [password, setPassword] = useState('')
  const { attempt, busy, method, error } = useReauthentication(() => onDone(true))
  const { data: me } = useQuery({ ...meQuery, enabled: false })

  function submit(event: FormEvent) {
    event.preventDefault()
    // Don't also submit a form that this dialog is on top of.
    event.stopPropagation()
    void attempt('password', () => reauthenticate({ password }))
  }

  const isWrong = method === 'password' && error instanceof ApiError && error.code === 'wrong_password'
  return (
    <Dialog open keepOpen onClose={() => onDone(false)} title={shared.title} description={shared.text}>
      <form onSubmit={submit} className="grid gap-4">
        <UsernameField email={me?.user.email ?? ''} />
        <PasswordField
          label={label}
          error={isWrong ? wrong.password : undefined}
          autoFocus
          value={password}
          onChange={setPassword}
        />
        {error && !isWrong ? (
          <Notice kind="bad">{error instanceof DOMException ? cancelled : messageOf(error, language)}</Notice>
        ) : null}
        <div className="flex flex-wrap justify-end gap-2">
          <PasskeyButton
            busy={busy && method === 'passkey'}
            onClick={() => void attempt('passkey', reauthenticateWithPasskey)}
          />
          <Button onClick={() => onDone(false)}>{cancel}</Button>
          <Button type="submit" variant="primary" busy={busy && method === 'password'}>
            {shared.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** One attempt at a time, and the outcome of the last one. */
function useReauthentication(onConfirmed: () => void) {
  const [method, setMethod] = useState<SignInMethod>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function attempt(method: SignInMethod, confirm: () => Promise<void>) {
    if (busy) return
    setMethod(method)
    setBusy(true)
    setError(undefined)
    try {
      await confirm()
      onConfirmed()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return { attempt, busy, method, error }
}

async function reauthenticateWithPasskey(): Promise<void> {
  const { data: options } = await ownClient.signIn.reauthenticationOptions()
  await reauthenticate({ credential: await answerWithPasskey(options) })
}

/** Only for accounts that have a passkey. */
function PasskeyButton({ busy, onClick }: { busy: boolean; onClick(): void }) {
  const { confirm } = useMessages(accountPagesIn)
  const { data: passkeys } = useQuery({ ...passkeysQuery, enabled: canUsePasskeys() })
  if (!passkeys || passkeys.length === 0) return null
  return (
    <Button icon={<KeyRound />} busy={busy} className="mr-auto" onClick={onClick}>
      {confirm.passkey}
    </Button>
  )
}
