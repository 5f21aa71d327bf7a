// Fields for an account's current password: the password itself, and a hidden one that names the account.
import { Field, TextInput } from './field.tsx'

interface PasswordFieldProps {
  label: string
  hint?: string
  error?: string
  autoFocus?: boolean
  value: string
  onChange(value: string): void
}

export function PasswordField({ label, hint, error, autoFocus, value, onChange }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          type="password"
          autoComplete="current-password"
          maxLength={1024}
          required
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** Tells password managers which account the password is for; users don't see it. */
export function UsernameField({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}
