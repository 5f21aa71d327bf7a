// The field for the short code, which shows during typing whether the code is free.
import { useQuery } from '@tanstack/react-query'
import { Spinner } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { Check } from '../../../components/icons.ts'
import { SlugInput } from '../../../components/slug-input.tsx'
import { ApiError, client } from '../../../lib/client.ts'
import { useDebounced } from '../../../lib/debounced.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { panelMessages } from './messages.ts'

const pauseMilliseconds = 300

interface SlugFieldProps {
  slug: string
  domain: string
  /** The link's own slug, which is free for it. */
  own: { slug: string; domain: string }
  /** Whether the current slug stays in use. */
  keepsOwn: boolean
  error?: string
  onChange(slug: string): void
}

export function SlugField({ slug, domain, own, keepsOwn, error, onChange }: SlugFieldProps) {
  const text = useMessages(panelMessages)
  const language = useLanguage()
  const debounced = useDebounced(slug, pauseMilliseconds)
  const isOwn = slug === own.slug && domain === own.domain
  const check = useQuery({
    queryKey: ['slugs', domain, debounced],
    queryFn: ({ signal }) =>
      client.links.available({ short: debounced, domain_alias: domain || null }, { signal }),
    enabled: !isOwn && debounced === slug && slug !== '',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const isKnown = !isOwn && debounced === slug && slug !== '' && !check.isFetching
  const refusal = isKnown && check.error instanceof ApiError ? messageOf(check.error, language) : undefined
  const state = isOwn ? null : slug !== '' && !isKnown ? (
    <span className="text-soft">
      <Spinner />
    </span>
  ) : isKnown && check.isSuccess ? (
    <span className="flex items-center gap-1 text-sm text-good">
      <Check className="size-4" />
      {text.free}
    </span>
  ) : null
  return (
    <Field
      label={text.code}
      hint={isOwn || keepsOwn ? undefined : text.codeHint}
      error={error ?? (slug === '' ? text.codeMissing : refusal)}
      labelEnd={<span role="status">{state}</span>}
    >
      {(control) => <SlugInput control={control} slug={slug} onChange={onChange} />}
    </Field>
  )
}
