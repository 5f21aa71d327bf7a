// The form of an application, when it is registered and when it is changed.
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
  /** What its button names as its form. */
  id: string
  /** As it is; its kind cannot be changed. Without one it is registered. */
  application?: Application
  error: unknown
  onSubmit(draft: ApplicationDraft): void
}

export function ApplicationForm({ id, application, error, onSubmit }: ApplicationFormProps) {
  const text = useMessages(applicationMessages)
  const shared = useMessages(developerMessages)
  const { number } = useFormats()
  const [name, setName] = useState(application?.name ?? '')
  const [homepage, setHomepage] = useState(application?.homepage ?? '')
  const [redirects, setRedirects] = useState(application?.redirect_uris.join('\n') ?? '')
  const [scopes, setScopes] = useState<Scope[]>(application?.scopes ?? allScopes)
  const [type, setType] = useState<Application['type']>('confidential')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const refused = fieldErrorsOf(error)
  const redirectFault =
    faults.redirect_uris ??
    Object.entries(refused)
      .filter(([path]) => path.startsWith('redirect_uris'))
      .map(([path, fault]) => {
        const index = /\d+/.exec(path)?.[0]
        return index === undefined ? fault : text.line(number(Number(index) + 1), fault)
      })
      .join('; ')

  function submit(event: FormEvent) {
    event.preventDefault()
    const redirect_uris = linesOf(redirects)
    const found = {
      ...(name.trim() ? {} : { name: text.nameRequired }),
      ...(redirect_uris.length > 0 ? {} : { redirect_uris: text.redirectRequired }),
      ...(scopes.length > 0 ? {} : { scopes: text.scopeRequired }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    // So that the line that a fault names is the one that is seen.
    setRedirects(redirect_uris.join('\n'))
    onSubmit({ name: name.trim(), homepage: completeUrl(homepage) || null, redirect_uris, scopes, type })
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-5">
      <FormFailure error={error} fields={['name', 'homepage', 'redirect_uris', 'scopes']} />
      <Field label={shared.name} hint={text.nameHint} error={faults.name ?? refused.name}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={text.redirects} hint={text.redirectsHint} error={redirectFault || undefined}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            spellCheck={false}
            autoCapitalize="none"
            placeholder="https://app.example.com/callback"
            className="font-mono text-sm"
            value={redirects}
            onChange={(event) => setRedirects(event.target.value)}
          />
        )}
      </Field>
      {application ? null : (
        <Field label={text.type} hint={type === 'public' ? text.publicText : text.confidentialText}>
          {(control) => (
            <Select
              {...control}
              value={type}
              onChange={(event) => setType(event.target.value as Application['type'])}
            >
              <option value="confidential">{text.confidential}</option>
              <option value="public">{text.public}</option>
            </Select>
          )}
        </Field>
      )}
      <Field label={text.homepage} hint={text.homepageHint} error={refused.homepage}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            value={homepage}
            onChange={(event) => setHomepage(event.target.value)}
          />
        )}
      </Field>
      <ScopeChoice chosen={scopes} error={faults.scopes ?? refused.scopes} onChange={setScopes} />
    </form>
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
