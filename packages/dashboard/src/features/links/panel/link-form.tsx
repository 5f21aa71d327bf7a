// The form of a link.
import type { Link } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, useEffect, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { Field, Select, TextArea, TextInput } from '../../../components/field.tsx'
import { Switch } from '../../../components/switch.tsx'
import { allDomains } from '../../../lib/domains.ts'
import type { Draft } from '../../../lib/draft.ts'
import { useMessages } from '../../../lib/language.ts'
import { localMinute } from '../../../lib/local-minute.ts'
import { pastedUrl } from '../../../shell/pasted-urls.ts'
import { DateField, isFinished } from './date-field.tsx'
import { panelMessages } from './messages.ts'
import { SlugField } from './slug-field.tsx'
import { UtmBuilder } from './utm-builder.tsx'
import type { LinkValues } from './values.ts'

interface LinkFormProps {
  link: Link
  draft: Draft<LinkValues>
  /** Messages by field. */
  errors: Record<string, string>
  defaultHost: string
  onSave(): void
}

export function LinkForm({ link, draft, errors, defaultHost, onSave }: LinkFormProps) {
  const text = useMessages(panelMessages)
  const { values, set } = draft
  const form = useRef<HTMLFormElement>(null)
  // A field with an error may be far from the button that was pressed.
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  return (
    <form
      ref={form}
      id="link-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isFinished(event.currentTarget)) onSave()
      }}
      className="grid gap-5"
    >
      <div className="grid gap-2">
        <DestinationField
          value={values.long_url}
          error={errors.long_url}
          onChange={(url) => set('long_url', url)}
        />
        <UtmBuilder url={values.long_url} onChange={(url) => set('long_url', url)} />
      </div>
      <Field label={text.name} error={errors.title} hint={text.nameHint}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            maxLength={255}
            value={values.title}
            onChange={({ target }) => set('title', target.value)}
          />
        )}
      </Field>
      <ShortUrlFields draft={draft} errors={errors} defaultHost={defaultHost} />
      <ScheduleFields draft={draft} errors={errors} />
      <div className="grid gap-2">
        <PasswordField draft={draft} error={errors.password} />
      </div>
      <Switch
        label={text.disposable}
        hint={link.status === 'consumed' ? text.disposableUsed : text.disposableHint}
        checked={values.disposable}
        onChange={(checked) => set('disposable', checked)}
      />
      <Switch
        label={text.adult}
        hint={text.adultHint}
        checked={values.adult}
        onChange={(checked) => set('adult', checked)}
      />
    </form>
  )
}

interface DestinationFieldProps {
  value: string
  error?: string
  onChange(url: string): void
}

function DestinationField({ value, error, onChange }: DestinationFieldProps) {
  const text = useMessages(panelMessages)

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const isAll = selectionStart === 0 && selectionEnd === value.length
    const url = isAll ? pastedUrl(event.clipboardData) : null
    if (!url) return
    event.preventDefault()
    onChange(url)
  }

  return (
    <Field label={text.destination} error={error}>
      {(control) => (
        <TextArea
          {...control}
          rows={2}
          dir="ltr"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onPaste={paste}
          // A URL has no line breaks: one that a mail program has wrapped is joined again.
          onChange={({ target }) => onChange(target.value.replace(/[\r\n\t]+/g, ''))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
          className="field-sizing-content max-h-48"
        />
      )}
    </Field>
  )
}

interface FieldGroupProps {
  draft: Draft<LinkValues>
  errors: Record<string, string>
}

/** The domain, where there is a choice, and the short code. */
function ShortUrlFields({ draft, errors, defaultHost }: FieldGroupProps & { defaultHost: string }) {
  const text = useMessages(panelMessages)
  const { values, base, set } = draft
  const domains = useQuery({
    queryKey: ['domains'],
    queryFn: ({ signal }) => allDomains(signal),
  })
  const verified = (domains.data ?? []).filter((domain) => domain.verified).map(({ domain }) => domain)
  const choices = [...new Set([...verified, values.domain_alias, base.domain_alias].filter(Boolean))]
  return (
    <div className={choices.length > 0 ? 'grid gap-5 sm:grid-cols-2' : undefined}>
      {choices.length > 0 ? (
        <Field label={text.domain} error={errors.domain_alias}>
          {(control) => (
            <Select
              {...control}
              value={values.domain_alias}
              onChange={({ target }) => set('domain_alias', target.value)}
            >
              <option value="">{defaultHost}</option>
              {choices.map((domain) => (
                <option key={domain}>{domain}</option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      <SlugField
        slug={values.custom_slug}
        domain={values.domain_alias}
        own={{ slug: base.custom_slug, domain: base.domain_alias }}
        error={errors.custom_slug}
        onChange={(slug) => set('custom_slug', slug)}
      />
    </div>
  )
}

/** When the link expires, and when it is archived. */
function ScheduleFields({ draft: { values, set }, errors }: FieldGroupProps) {
  const text = useMessages(panelMessages)
  const today = new Date().toISOString().slice(0, 10)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <DateField
        label={text.expires}
        error={errors.expired_at}
        hint={text.expiresHint}
        type="datetime-local"
        min={localMinute(Date.now() / 1000)}
        max="9999-12-31T23:59"
        value={values.expired_at}
        onChange={(moment) => set('expired_at', moment)}
      />
      <DateField
        label={text.archives}
        error={errors.archive_at}
        hint={text.archivesHint}
        type="date"
        min={today}
        max="9999-12-31"
        value={values.archive_at}
        onChange={(day) => set('archive_at', day)}
      />
    </div>
  )
}

/** Sets, changes or removes the password, which can't be read back. */
function PasswordField({
  draft: { values, base, set },
  error,
}: {
  draft: Draft<LinkValues>
  error?: string
}) {
  const text = useMessages(panelMessages)
  const hint = values.has_password ? text.passwordIsSet : text.passwordGoes
  return (
    <Field
      label={text.password}
      error={error}
      hint={base.has_password ? hint : text.passwordHint}
      labelEnd={
        base.has_password ? (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              set('has_password', !values.has_password)
              set('password', '')
            }}
          >
            {values.has_password ? text.removePassword : text.keepPassword}
          </Button>
        ) : null
      }
    >
      {(control) => (
        <TextInput
          {...control}
          type="password"
          autoComplete="new-password"
          maxLength={255}
          disabled={base.has_password && !values.has_password}
          placeholder={values.has_password ? '••••••••' : ''}
          value={values.password}
          onChange={({ target }) => set('password', target.value)}
        />
      )}
    </Field>
  )
}
