// The sign-in form within the dashboard: with a password and code, or with a passkey.

import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Field, TextInput } from '../components/field.tsx'
import { KeyRound } from '../components/icons.ts'
import { PasswordField } from '../components/password-field.tsx'
import { Notice } from '../components/states.tsx'
import { ApiError, ownClient } from '../lib/client.ts'
import { messageOf } from '../lib/failures.ts'
import { useLanguage, useMessages } from '../lib/language.ts'
import { canUsePasskeys, signInWithPasskey } from '../lib/passkeys.ts'
import { signInMessages } from './sign-in-messages.ts'

interface SignInFormProps {
  /** The account's e-mail address; empty if it is unknown. */
  email: string
  onSignedIn(): Promise<void>
}

type SignInMethod = 'password' | 'passkey'

export function SignInForm({ email: known, onSignedIn }: SignInFormProps) {
  const text = useMessages(signInMessages)
  const { attempt, busy, failure, code, setCode, isCodeWrong } = useSignIn(onSignedIn)
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
      <PasswordForm
        known={known}
        busy={busy}
        failure={failure}
        codeField={
          code === undefined ? null : <CodeField value={code} isWrong={isCodeWrong} onChange={setCode} />
        }
        onSubmit={(credentials) =>
          void attempt('password', () =>
            ownClient.signIn.signIn({ ...credentials, ...(code ? { code } : {}) }),
          )
        }
      />
    </div>
  )
}

/** Attempts to sign in, and the outcome of the last attempt. */
function useSignIn(onSignedIn: () => Promise<void>) {
  const text = useMessages(signInMessages)
  const language = useLanguage()
  // Undefined until the account requires a code.
  const [code, setCode] = useState<string>()
  const [isCodeWrong, setIsCodeWrong] = useState(false)
  const [busy, setBusy] = useState<SignInMethod>()
  const [failure, setFailure] = useState('')

  async function attempt(method: SignInMethod, signIn: () => Promise<unknown>) {
    setBusy(method)
    setFailure('')
    setIsCodeWrong(false)
    try {
      await signIn()
      await onSignedIn()
    } catch (error) {
      explain(error)
    } finally {
      setBusy(undefined)
    }
  }

  function explain(error: unknown) {
    if (error instanceof DOMException) return setFailure(text.cancelled)
    const requiresCode = error instanceof ApiError && error.details.some(({ path }) => path === 'code')
    if (!requiresCode) return setFailure(messageOf(error, language))
    setIsCodeWrong(code !== undefined)
    setCode('')
  }

  return { attempt, busy, failure, code, setCode, isCodeWrong }
}

interface PasswordFormProps {
  /** The e-mail address of the account, if it is known. */
  known: string
  busy: SignInMethod | undefined
  failure: string
  codeField: ReactNode
  onSubmit(credentials: { email: string; password: string }): void
}

function PasswordForm({ known, busy, failure, codeField, onSubmit }: PasswordFormProps) {
  const text = useMessages(signInMessages)
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit({ email, password })
  }

  return (
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
      {codeField}
      {failure ? <Notice kind="bad">{failure}</Notice> : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <a href="/account/sign-in" target="_blank" rel="noopener" className="text-sm text-accent underline">
          {text.otherWays}
        </a>
        <Button type="submit" variant="primary" busy={busy === 'password'} disabled={busy !== undefined}>
          {text.signIn}
        </Button>
      </div>
    </form>
  )
}

interface CodeFieldProps {
  value: string
  isWrong: boolean
  onChange(code: string): void
}

/** The field for a one-time or recovery code. */
function CodeField({ value, isWrong, onChange }: CodeFieldProps) {
  const text = useMessages(signInMessages)
  return (
    <Field label={text.code} hint={text.codeHint} error={isWrong ? text.wrongCode : undefined}>
      {(control) => (
        <TextInput
          {...control}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          maxLength={100}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
