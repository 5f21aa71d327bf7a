// The form of a new API key: its name, its scopes, and when it expires.
import type { Scope } from '@linnet/contract/scopes'
import { type FormEvent, useState } from 'react'
import { Field, Select, TextInput } from '../../../components/field.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { fieldErrorsOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { developerMessages } from '../messages.ts'
import { readOnlyScopes, ScopeChoice } from '../scope-choice.tsx'
import { type Expiry, expiryTime } from './key-expiry.ts'
import { keyMessages } from './key-messages.ts'

export interface NewKey {
  name: string
  scopes: Scope[]
  /** Unix seconds; null for never. */
  expires_at: number | null
}

interface KeyFormProps {
  /** The `form` of its submit button. */
  id: string
  error: unknown
  onSubmit(key: NewKey): void
}

export function KeyForm({ id, error, onSubmit }: KeyFormProps) {
  const text = useMessages(keyMessages)
  const shared = useMessages(developerMessages)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(readOnlyScopes)
  const [expiry, setExpiry] = useState<Expiry>({ choice: '', day: '' })
  const [faults, setFaults] = useState<Record<string, string>>({})
  const errors = { ...fieldErrorsOf(error), ...faults }

  function submit(event: FormEvent) {
    event.preventDefault()
    const expires_at = expiryTime(expiry)
    const found = {
      ...(name.trim() ? {} : { name: text.nameRequired }),
      ...(scopes.length > 0 ? {} : { scopes: text.scopeRequired }),
      ...(expires_at === undefined ? { expires_at: text.dayRequired } : {}),
    }
    setFaults(found)
    if (Object.keys(found).length === 0)
      onSubmit({ name: name.trim(), scopes, expires_at: expires_at ?? null })
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-5">
      <FormFailure error={error} fields={['name', 'scopes', 'expires_at']} />
      <Field label={shared.name} hint={text.nameHint} error={errors.name}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <ScopeChoice chosen={scopes} error={errors.scopes} onChange={setScopes} />
      <ExpiryFields expiry={expiry} error={errors.expires_at} onChange={setExpiry} />
    </form>
  )
}

const offeredDays = [7, 30, 90, 365]

interface ExpiryFieldsProps {
  expiry: Expiry
  error: string | undefined
  onChange(expiry: Expiry): void
}

function ExpiryFields({ expiry, error, onChange }: ExpiryFieldsProps) {
  const text = useMessages(keyMessages)
  const { number } = useFormats()
  const { choice, day } = expiry
  return (
    <>
      <Field label={text.expiry} error={choice === 'day' ? undefined : error}>
        {(control) => (
          <Select
            {...control}
            value={choice}
            onChange={(event) => onChange({ ...expiry, choice: event.target.value })}
          >
            <option value="">{text.never}</option>
            {offeredDays.map((days) => (
              <option key={days} value={days}>
                {text.afterDays(number(days))}
              </option>
            ))}
            <option value="day">{text.onDay}</option>
          </Select>
        )}
      </Field>
      {choice === 'day' ? (
        <Field label={text.day} error={error}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={day}
              onChange={(event) => onChange({ ...expiry, day: event.target.value })}
            />
          )}
        </Field>
      ) : null}
    </>
  )
}
