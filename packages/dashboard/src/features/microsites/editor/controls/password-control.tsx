// The password of a component: set, changed and removed by buttons, so that a half-typed password is never saved.
import { useState } from 'react'
import { Button } from '../../../../components/button.tsx'
import { Field, TextInput } from '../../../../components/field.tsx'
import { useMessages } from '../../../../lib/language.ts'
import { formMessages } from '../form-messages.ts'
import type { FormContext } from './control-props.ts'

export function PasswordControl({ label, form }: { label: string; form: FormContext }) {
  const messages = useMessages(formMessages)
  const [typed, setTyped] = useState('')
  const { hasPassword, onPassword } = form
  const set = () => {
    if (typed === '') return
    onPassword(typed)
    setTyped('')
  }
  return (
    <div className="grid gap-2 sm:col-span-2">
      <Field
        label={hasPassword ? messages.newPassword : label}
        hint={hasPassword ? messages.hasPassword : messages.noPassword}
        error={form.errors.password}
      >
        {(control) => (
          <TextInput
            {...control}
            type="password"
            autoComplete="new-password"
            maxLength={255}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && set()}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="small" disabled={typed === ''} onClick={set}>
          {hasPassword ? messages.changePassword : messages.setPassword}
        </Button>
        {hasPassword ? (
          <Button size="small" variant="quiet" onClick={() => onPassword('')}>
            {messages.removePassword}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
