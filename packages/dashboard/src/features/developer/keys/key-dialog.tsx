// Makes an API key, and shows it this once.
import type { Scope } from '@linnet/contract/scopes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CodeBlock } from '../../../components/code-block.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Field, Select, TextInput } from '../../../components/field.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { kitMessages } from '../../../components/messages.ts'
import { Notice } from '../../../components/states.tsx'
import { client } from '../../../lib/client.ts'
import { fieldErrorsOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { useAddresses } from '../addresses.ts'
import { developerMessages } from '../messages.ts'
import { lookingScopes, ScopeChoice } from '../scope-choice.tsx'
import { keyMessages } from './key-messages.ts'
import { keysQuery } from './key-queries.ts'

const daySeconds = 86_400
const usualDays = [7, 30, 90, 365]

export function KeyDialog({ onClose }: { onClose(): void }) {
  const text = useMessages(keyMessages)
  const shared = useMessages(developerMessages)
  const { cancel } = useMessages(kitMessages)
  const { number } = useFormats()
  const queries = useQueryClient()
  const form = useId()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>(lookingScopes)
  const [expiry, setExpiry] = useState('')
  const [day, setDay] = useState('')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const creation = useMutation({
    // The key is nowhere once it is closed.
    gcTime: 0,
    mutationFn: (expires_at: number | null) =>
      client.accounts.createKey({ name: name.trim(), scopes, expires_at }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
  const errors = { ...fieldErrorsOf(creation.error), ...faults }

  function submit(event: FormEvent) {
    event.preventDefault()
    const expires_at = expiryOf(expiry, day)
    const found = {
      ...(name.trim() ? {} : { name: text.nameRequired }),
      ...(scopes.length > 0 ? {} : { scopes: text.scopeRequired }),
      ...(expires_at === undefined ? { expires_at: text.dayRequired } : {}),
    }
    setFaults(found)
    if (Object.keys(found).length === 0) creation.mutate(expires_at ?? null)
  }

  const made = creation.data?.data
  return (
    <Dialog
      open
      stays={made ? 'until-done' : true}
      onClose={onClose}
      title={made ? text.made(made.name) : text.create}
      footer={
        made ? (
          <Button look="primary" onClick={onClose}>
            {shared.done}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{cancel}</Button>
            <Button type="submit" form={form} look="primary" busy={creation.isPending}>
              {shared.create}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <MadeKey value={made.key} scopes={made.scopes} />
      ) : (
        <form id={form} noValidate onSubmit={submit} className="grid gap-5">
          <FormFailure error={creation.error} fields={['name', 'scopes', 'expires_at']} />
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
          <Field label={text.expiry} error={expiry === 'day' ? undefined : errors.expires_at}>
            {(control) => (
              <Select {...control} value={expiry} onChange={(event) => setExpiry(event.target.value)}>
                <option value="">{text.never}</option>
                {usualDays.map((days) => (
                  <option key={days} value={days}>
                    {text.afterDays(number(days))}
                  </option>
                ))}
                <option value="day">{text.onDay}</option>
              </Select>
            )}
          </Field>
          {expiry === 'day' ? (
            <Field label={text.day} error={errors.expires_at}>
              {(control) => (
                <TextInput
                  {...control}
                  type="date"
                  value={day}
                  onChange={(event) => setDay(event.target.value)}
                />
              )}
            </Field>
          ) : null}
        </form>
      )}
    </Dialog>
  )
}

/** In Unix seconds: null for never, undefined where no day is chosen that is still to come. */
function expiryOf(expiry: string, day: string): number | null | undefined {
  if (expiry === '') return null
  if (expiry !== 'day') return Math.floor(Date.now() / 1000) + Number(expiry) * daySeconds
  // To the end of that day, where this browser is.
  const end = new Date(`${day}T23:59:59`).getTime()
  return end > Date.now() ? Math.floor(end / 1000) : undefined
}

function MadeKey({ value, scopes }: { value: string; scopes: Scope[] }) {
  const text = useMessages(keyMessages)
  const shared = useMessages(developerMessages)
  const { api } = useAddresses()
  const example = exampleCall(api, value, scopes)
  return (
    <div className="grid gap-5">
      <Notice kind="warn">{shared.shownOnce}</Notice>
      <CopyField label={text.key} value={value} copyLabel={text.copyKey} />
      {example ? (
        <div className="grid gap-2">
          <p className="text-sm text-soft">{text.tryIt}</p>
          <CodeBlock code={example} label={text.tryLabel} copyLabel={shared.copyCommand} />
        </div>
      ) : null}
    </div>
  )
}

const readable: [Scope, string][] = [
  ['links:read', '/links'],
  ['user:read', '/user'],
  ['qr:read', '/qr'],
  ['microsites:read', '/microsites'],
]

/** A request that the key may make, and that changes nothing; null where it may only change things. */
function exampleCall(api: string, key: string, scopes: Scope[]): string | null {
  const path = readable.find(([scope]) => scopes.includes(scope))?.[1]
  return path ? `curl ${api}${path} \\\n  -H 'Authorization: Bearer ${key}'` : null
}
