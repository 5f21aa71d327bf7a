// The form that creates a microsite: its title, its slug (and whether that is free), its purpose and its theme.
import type { ArgumentsOf, api } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, Select, TextInput } from '../../components/field.tsx'
import { Check, X } from '../../components/icons.ts'
import { SlugInput } from '../../components/slug-input.tsx'
import { Notice } from '../../components/states.tsx'
import { Switch } from '../../components/switch.tsx'
import { showToast } from '../../components/toast-queue.ts'
import { ApiError, client, newIdempotencyKey } from '../../lib/client.ts'
import { useDebounced } from '../../lib/debounced.ts'
import { fieldErrorsOf, messageOf } from '../../lib/failures.ts'
import { useLanguage, useMessages } from '../../lib/language.ts'
import { refreshMe, useMe } from '../../lib/session.ts'
import { ThemePicker } from './editor/theme-picker.tsx'
import { micrositeKinds, micrositeMessages } from './messages.ts'
import { nameInPaths, refreshMicrosites } from './queries.ts'
import { slugOf } from './slug-of-title.ts'

const checkDelayMilliseconds = 300

interface CreateMicrositeProps {
  open: boolean
  onClose(): void
}

export function CreateMicrosite({ open, onClose }: CreateMicrositeProps) {
  const text = useMessages(micrositeMessages)
  return (
    <Dialog open={open} onClose={onClose} title={text.create} position="side" keepOpen>
      <CreateForm onClose={onClose} />
    </Dialog>
  )
}

function CreateForm({ onClose }: { onClose(): void }) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const [title, setTitle] = useState('')
  const [typedSlug, setTypedSlug] = useState<string | null>(null)
  const [kind, setKind] = useState('personal_branding')
  const [theme, setTheme] = useState('default')
  const [draft, setDraft] = useState(true)
  const [domain, setDomain] = useState('')
  const slug = typedSlug ?? slugOf(title)
  const { create, busy, failure, errors, slugError } = useCreation({ onClose })
  const isShownAtField = slugError !== undefined || Object.keys(errors).length > 0

  function submit(event: FormEvent) {
    event.preventDefault()
    void create({ slug, title, kind, theme, draft, domain_alias: domain || undefined })
  }

  return (
    <form onSubmit={submit} className="grid gap-5">
      <Field label={text.title} hint={text.titleHint} error={errors.title}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            required
            maxLength={48}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <DomainField domain={domain} error={errors.domain_alias} onChange={setDomain} />
      <SlugField slug={slug} domain={domain} error={errors.slug ?? slugError} onChange={setTypedSlug} />
      <Field label={text.kind}>
        {(control) => (
          <Select {...control} value={kind} onChange={({ target }) => setKind(target.value)}>
            {micrositeKinds.map(([name, label]) => (
              <option key={name} value={name}>
                {text[label]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ThemeSection theme={theme} onChange={setTheme} />
      <Switch label={text.asDraft} hint={text.asDraftHint} checked={draft} onChange={setDraft} />
      {failure && !isShownAtField ? <Notice kind="bad">{messageOf(failure, language)}</Notice> : null}
      <Button type="submit" variant="primary" busy={busy}>
        {text.make}
      </Button>
    </form>
  )
}

/** Creates the microsite and opens its editor, or says why that failed. */
function useCreation({ onClose }: { onClose(): void }) {
  const text = useMessages(micrositeMessages)
  const language = useLanguage()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const key = useRef(newIdempotencyKey())

  async function create(microsite: ArgumentsOf<typeof api.microsites.create>) {
    setBusy(true)
    setFailure(null)
    try {
      const { data: created } = await client.microsites.create(microsite, { idempotencyKey: key.current })
      showToast({ title: text.made(created.title) })
      onClose()
      refreshMe()
      void refreshMicrosites()
      await navigate({ to: '/microsites/$slug', params: { slug: nameInPaths(created) } })
    } catch (error) {
      // If the server has refused it, the next attempt is a new request with a new key.
      if (error instanceof ApiError) key.current = newIdempotencyKey()
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const isAboutSlug = failure instanceof ApiError && /^slug_/.test(failure.code)
  return {
    create,
    busy,
    failure,
    errors: fieldErrorsOf(failure),
    slugError: isAboutSlug ? messageOf(failure, language) : undefined,
  }
}

interface DomainFieldProps {
  domain: string
  error: string | undefined
  onChange(domain: string): void
}

/** The domain, where there is a choice. */
function DomainField({ domain, error, onChange }: DomainFieldProps) {
  const text = useMessages(micrositeMessages)
  const { short_origin, domains } = useMe()
  if (domains.length === 0) return null
  return (
    <Field label={text.domain} error={error}>
      {(control) => (
        <Select {...control} value={domain} onChange={({ target }) => onChange(target.value)}>
          <option value="">{new URL(short_origin).host}</option>
          {domains.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
    </Field>
  )
}

interface SlugFieldProps {
  slug: string
  /** Empty for the default domain. */
  domain: string
  error: string | undefined
  onChange(slug: string): void
}

function SlugField({ slug, domain, error, onChange }: SlugFieldProps) {
  const text = useMessages(micrositeMessages)
  const { short_origin } = useMe()
  return (
    <Field
      label={text.slug}
      hint={text.slugHint}
      error={error}
      labelEnd={<Availability slug={slug} domain={domain} />}
    >
      {(control) => (
        <SlugInput
          control={control}
          host={domain || new URL(short_origin).host}
          slug={slug}
          required
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** Whether a slug is free, shown during typing. */
function Availability({ slug, domain }: { slug: string; domain: string }) {
  const text = useMessages(micrositeMessages)
  const debounced = useDebounced(slug, checkDelayMilliseconds)
  const { data } = useQuery({
    queryKey: ['microsites', { available: debounced, domain }],
    queryFn: async ({ signal }) =>
      (await client.microsites.available({ slug: debounced, domain_alias: domain || undefined }, { signal }))
        .data.available,
    enabled: debounced !== '',
    retry: false,
  })
  const isKnown = debounced === slug && slug !== '' && data !== undefined
  return (
    <span role="status" className="flex items-center gap-1 text-sm">
      {isKnown ? (
        data ? (
          <>
            <Check className="size-4 text-good" />
            <span className="text-good">{text.slugFree(slug)}</span>
          </>
        ) : (
          <>
            <X className="size-4 text-bad" />
            <span className="text-bad">{text.slugTaken(slug)}</span>
          </>
        )
      ) : null}
    </span>
  )
}

interface ThemeSectionProps {
  theme: string
  onChange(theme: string): void
}

function ThemeSection({ theme, onChange }: ThemeSectionProps) {
  const text = useMessages(micrositeMessages)
  const id = useId()
  return (
    <div className="grid gap-2">
      <h3 id={id} className="text-sm font-medium">
        {text.theme}
      </h3>
      <ThemePicker label={text.theme} value={theme} onChange={onChange} />
    </div>
  )
}
