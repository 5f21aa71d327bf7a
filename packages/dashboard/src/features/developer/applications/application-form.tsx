// The form for registering or changing an application.
import type { Application } from '@linnet/contract'
import { allScopes, type Scope } from '@linnet/contract/scopes'
import { type FormEvent, useState } from 'react'
import { Field, Select, TextArea, TextInput } from '../../../components/field.tsx'
import { FormFailure } from '../../../components/form-failure.tsx'
import { fieldErrorsOf } from '../../../lib/failures.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { completeUrl } from '../../../shell/pasted-urls.ts'
import { developerMessages } from '../messages.ts'
import { ScopeChoice } from '../scope-choice.tsx'
import { applicationMessages } from './application-messages.ts'

export interface ApplicationDraft {
  name: string
  homepage: string | null
  redirect_uris: string[]
  scopes: Scope[]
  type: Application['type']
}

interface ApplicationFormProps {
  /** The `form` of its submit button. */
  id: string
  /** The application to change, except for its type; undefined for a new one. */
  application?: Application | undefined
  error: unknown
  onSubmit(draft: ApplicationDraft): void
}

export function ApplicationForm({ id, application, error, onSubmit }: ApplicationFormProps) {
  const text = useMessages(applicationMessages)
  const shared = useMessages(developerMessages)
  const { values, change, faults, submit } = useApplicationValues(application, onSubmit)
  const errors = fieldErrorsOf(error)
  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-5">
      <FormFailure error={error} fields={['name', 'homepage', 'redirect_uris', 'scopes']} />
      <Field label={shared.name} hint={text.nameHint} error={faults.name ?? errors.name}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={100}
            value={values.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <RedirectsField
        value={values.redirects}
        fault={faults.redirect_uris}
        errors={errors}
        onChange={(redirects) => change({ redirects })}
      />
      {application ? null : <TypeField value={values.type} onChange={(type) => change({ type })} />}
      <Field label={text.homepage} hint={text.homepageHint} error={errors.homepage}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            value={values.homepage}
            onChange={(event) => change({ homepage: event.target.value })}
          />
        )}
      </Field>
      <ScopeChoice
        chosen={values.scopes}
        error={faults.scopes ?? errors.scopes}
        onChange={(scopes) => change({ scopes })}
      />
    </form>
  )
}

/** What the form's fields hold. */
interface ApplicationValues {
  name: string
  homepage: string
  /** One redirect URI per line. */
  redirects: string
  scopes: Scope[]
  type: Application['type']
}

function useApplicationValues(
  application: Application | undefined,
  onSubmit: (draft: ApplicationDraft) => void,
) {
  const text = useMessages(applicationMessages)
  const [values, setValues] = useState<ApplicationValues>({
    name: application?.name ?? '',
    homepage: application?.homepage ?? '',
    redirects: application?.redirect_uris.join('\n') ?? '',
    scopes: application?.scopes ?? allScopes,
    type: 'confidential',
  })
  const [faults, setFaults] = useState<Record<string, string>>({})
  const change = (changes: Partial<ApplicationValues>) => setValues((before) => ({ ...before, ...changes }))

  function submit(event: FormEvent) {
    event.preventDefault()
    const { homepage, redirects, scopes, type } = values
    const name = values.name.trim()
    const redirect_uris = linesOf(redirects)
    const found = {
      ...(name ? {} : { name: text.nameRequired }),
      ...(redirect_uris.length > 0 ? {} : { redirect_uris: text.redirectRequired }),
      ...(scopes.length > 0 ? {} : { scopes: text.scopeRequired }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    // Without empty lines, so that the line number in an error matches the visible line.
    change({ redirects: redirect_uris.join('\n') })
    onSubmit({ name, homepage: completeUrl(homepage) || null, redirect_uris, scopes, type })
  }

  return { values, change, faults, submit }
}

interface RedirectsFieldProps {
  value: string
  /** What this form found wrong. */
  fault: string | undefined
  /** What the server found wrong, by the paths of the fields. */
  errors: Record<string, string>
  onChange(value: string): void
}

function RedirectsField({ value, fault, errors, onChange }: RedirectsFieldProps) {
  const text = useMessages(applicationMessages)
  const { number } = useFormats()
  const error =
    fault ??
    Object.entries(errors)
      .filter(([path]) => path.startsWith('redirect_uris'))
      .map(([path, message]) => {
        const index = /\d+/.exec(path)?.[0]
        return index === undefined ? message : text.line(number(Number(index) + 1), message)
      })
      .join(' ')
  return (
    <Field label={text.redirects} hint={text.redirectsHint} error={error || undefined}>
      {(control) => (
        <TextArea
          {...control}
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
          placeholder="https://app.example.com/callback"
          className="font-mono text-sm"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

interface TypeFieldProps {
  value: Application['type']
  onChange(value: Application['type']): void
}

function TypeField({ value, onChange }: TypeFieldProps) {
  const text = useMessages(applicationMessages)
  return (
    <Field label={text.type} hint={value === 'public' ? text.publicText : text.confidentialText}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value as Application['type'])}
        >
          <option value="confidential">{text.confidential}</option>
          <option value="public">{text.public}</option>
        </Select>
      )}
    </Field>
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
