// Signing in within the dashboard: by password and code, or by a passkey.

import { type FormEvent, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Field, TextInput } from '../components/field.tsx'
import { KeyRound } from '../components/icons.ts'
import { PasswordField } from '../components/password-field.tsx'
import { Notice } from '../components/states.tsx'
import { ApiError, client } from '../lib/client.ts'
import { messageOf } from '../lib/failures.ts'
import { useLanguage, useMessages } from '../lib/language.ts'
import { canUsePasskeys, signInWithPasskey } from '../lib/passkeys.ts'
import { signInMessages } from './sign-in-messages.ts'

interface SignInFormProps {
  /** Whose account it is; empty where that is not known. */
  email: string
  onSignedIn(): Promise<void>
}

type SignInMethod = 'password' | 'passkey'

export function SignInForm({ email: known, onSignedIn }: SignInFormProps) {
  const text = useMessages(signInMessages)
  const language = useLanguage()
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  // Undefined until the account asks for one.
  const [code, setCode] = useState<string>()
  const [isCodeWrong, setIsCodeWrong] = useState(false)
  const [busy, setBusy] = useState<SignInMethod>()
  const [failure, setFailure] = useState('')

  async function attempt(way: SignInMethod, work: () => Promise<unknown>) {
    setBusy(way)
    setFailure('')
    setIsCodeWrong(false)
    try {
      await work()
      await onSignedIn()
    } catch (error) {
      explain(error)
    } finally {
      setBusy(undefined)
    }
  }

  function explain(error: unknown) {
    if (error instanceof DOMException) return setFailure(text.cancelled)
    const asksForCode = error instanceof ApiError && error.details.some(({ path }) => path === 'code')
    if (!asksForCode) return setFailure(messageOf(error, language))
    setIsCodeWrong(code !== undefined)
    setCode('')
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void attempt('password', () => client.signIn.signIn({ email, password, ...(code ? { code } : {}) }))
  }

  return (
    <div className="grid gap-4">
      {canUsePasskeys() ? (
        <>
          <Button
            icon={<KeyRound />}
            busy={busy === 'passkey'}
            disabled={busy !== undefined}
            onClick={() => void attempt('passkey', signInWithPasskey)}
          >
            {text.passkey}
          </Button>
          <p className="flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {text.or}
          </p>
        </>
      ) : null}
      <form onSubmit={submit} className="grid gap-4">
        <Field label={text.email}>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              autoComplete="username"
              required
              readOnly={known !== ''}
              className={known === '' ? undefined : 'bg-sunken'}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <PasswordField label={text.password} autoFocus value={password} onChange={setPassword} />
        {code === undefined ? null : (
          <Field label={text.code} hint={text.codeHint} error={isCodeWrong ? text.wrongCode : undefined}>
            {(control) => (
              <TextInput
                {...control}
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                required
                autoFocus
                maxLength={100}
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            )}
          </Field>
        )}
        {failure ? <Notice kind="bad">{failure}</Notice> : null}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <a href="/account/sign-in" target="_blank" rel="noopener" className="text-sm text-accent underline">
            {text.otherWays}
          </a>
          <Button type="submit" look="primary" busy={busy === 'password'} disabled={busy !== undefined}>
            {text.signIn}
          </Button>
        </div>
      </form>
    </div>
  )
}
