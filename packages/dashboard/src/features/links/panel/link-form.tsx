// The form of a link.

import type { Link } from '@linnet/contract'
import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, useEffect, useRef } from 'react'
import { Checkbox } from '../../../components/checkbox.tsx'
import { isFinished } from '../../../components/date-field.tsx'
import { Field, Select, TextArea, TextInput } from '../../../components/field.tsx'
import { openSectionsAround } from '../../../components/folded.ts'
import { allDomains } from '../../../lib/domains.ts'
import type { Draft } from '../../../lib/draft.ts'
import { useMessages } from '../../../lib/language.ts'
import { pastedUrl } from '../../../shell/pasted-urls.ts'
import { UtmBuilder } from '../utm/utm-builder.tsx'
import { panelMessages } from './messages.ts'
import { CardSection } from './sections/card-section.tsx'
import { ForwardingSection } from './sections/forwarding-section.tsx'
import { NoteSection } from './sections/note-section.tsx'
import { ProtectionSection } from './sections/protection-section.tsx'
import { RulesSection } from './sections/rules-section.tsx'
import { ScheduleSection } from './sections/schedule-section.tsx'
import { Sections } from './sections/section.tsx'
import type { SectionProps } from './sections/section-props.ts'
import { SlugField } from './slug-field.tsx'
import { TagsField } from './tags-field.tsx'
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
    if (Object.keys(errors).length === 0) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    openSectionsAround(field)
    field?.focus()
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
        <Sections>
          <RulesSection link={link} draft={draft} errors={errors} />
          <UtmBuilder url={values.long_url} onChange={(url) => set('long_url', url)} />
        </Sections>
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
      <TagsField value={values.tags} error={errors.tags} onChange={(tags) => set('tags', tags)} />
      <ShortUrlFields draft={draft} errors={errors} defaultHost={defaultHost} />
      <Sections>
        <ScheduleSection link={link} draft={draft} errors={errors} />
        <ProtectionSection draft={draft} errors={errors} />
        <ForwardingSection draft={draft} errors={errors} />
        <CardSection draft={draft} errors={errors} />
        <NoteSection draft={draft} errors={errors} />
      </Sections>
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

/** The domain, where there is a choice, and the short code. */
function ShortUrlFields({ draft, errors, defaultHost }: SectionProps & { defaultHost: string }) {
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
        keepsOwn={values.keep_code}
        error={errors.custom_slug}
        onChange={(slug) => set('custom_slug', slug)}
      />
      {values.custom_slug === base.custom_slug ? null : (
        <div className={choices.length > 0 ? 'sm:col-span-2' : 'mt-3'}>
          <Checkbox
            label={text.keep_code}
            hint={text.keepCodeHint(base.custom_slug)}
            checked={values.keep_code}
            onChange={(checked) => set('keep_code', checked)}
          />
        </div>
      )}
    </div>
  )
}
