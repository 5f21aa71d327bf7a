// The fields of a link.
import type { Link } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, useEffect, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { Field, Select, Switch, TextArea, TextInput } from '../../../components/field.tsx'
import { allDomains } from '../../../lib/domains.ts'
import type { Draft } from '../../../lib/draft.ts'
import { useMessages } from '../../../lib/language.ts'
import { pastedUrl } from '../../../shell/pasted-urls.ts'
import { DateField, isFinished } from './date-field.tsx'
import { panelMessages } from './messages.ts'
import { SlugField } from './slug-field.tsx'
import { UtmBuilder } from './utm-builder.tsx'
import { type LinkValues, localMinute } from './values.ts'

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
  const { values, base, set } = draft
  const domains = useQuery({
    queryKey: ['domains'],
    queryFn: ({ signal }) => allDomains(signal),
  })
  const verified = (domains.data ?? []).filter((domain) => domain.verified).map(({ domain }) => domain)
  const choices = [...new Set([...verified, values.domain_alias, base.domain_alias].filter(Boolean))]
  const form = useRef<HTMLFormElement>(null)
  // What was refused may be far from the button that was pressed.
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const today = new Date().toISOString().slice(0, 10)

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const { selectionStart, selectionEnd, value } = event.currentTarget
    const isAll = selectionStart === 0 && selectionEnd === value.length
    const address = isAll ? pastedUrl(event.clipboardData) : null
    if (!address) return
    event.preventDefault()
    set('long_url', address)
  }

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
        <Field label={text.destination} error={errors.long_url}>
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              dir="ltr"
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              value={values.long_url}
              onPaste={paste}
              // An address has no lines; what was broken by a message is put together again.
              onChange={({ target }) => set('long_url', target.value.replace(/[\r\n\t]+/g, ''))}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                event.currentTarget.form?.requestSubmit()
              }}
              className="field-sizing-content max-h-48"
            />
          )}
        </Field>
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
          code={values.custom_slug}
          domain={values.domain_alias}
          own={{ code: base.custom_slug, domain: base.domain_alias }}
          error={errors.custom_slug}
          onChange={(code) => set('custom_slug', code)}
        />
      </div>
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
      <div className="grid gap-2">
        <Field
          label={text.password}
          error={errors.password}
          hint={
            base.has_password
              ? values.has_password
                ? text.passwordIsSet
                : text.passwordGoes
              : text.passwordHint
          }
          aside={
            base.has_password ? (
              <Button
                size="small"
                look="quiet"
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
