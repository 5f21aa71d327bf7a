// The field of the short code, which says while one types whether the code is free.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Spinner } from '../../../components/button.tsx'
import { Field, TextInput } from '../../../components/field.tsx'
import { Check } from '../../../components/icons.ts'
import { ApiError, client } from '../../../lib/client.ts'
import { messageOf } from '../../../lib/failures.ts'
import { useLanguage, useMessages } from '../../../lib/language.ts'
import { panelMessages } from './messages.ts'

const pauseMilliseconds = 300

interface SlugFieldProps {
  code: string
  domain: string
  /** What the link has: that is free for it. */
  own: { code: string; domain: string }
  error?: string
  onChange(code: string): void
}

export function SlugField({ code, domain, own, error, onChange }: SlugFieldProps) {
  const text = useMessages(panelMessages)
  const language = useLanguage()
  const wanted = useLater(code, pauseMilliseconds)
  const isOwn = code === own.code && domain === own.domain
  const check = useQuery({
    queryKey: ['codes', domain, wanted],
    queryFn: ({ signal }) =>
      client.links.available({ short: wanted, domain_alias: domain || null }, { signal }),
    enabled: !isOwn && wanted === code && code !== '',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const isKnown = !isOwn && wanted === code && code !== '' && !check.isFetching
  const refusal = isKnown && check.error instanceof ApiError ? messageOf(check.error, language) : undefined
  const state = isOwn ? null : code !== '' && !isKnown ? (
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
      hint={isOwn ? undefined : text.codeHint}
      error={error ?? (code === '' ? text.codeMissing : refusal)}
      aside={<span role="status">{state}</span>}
    >
      {(control) => (
        <TextInput
          {...control}
          dir="ltr"
          maxLength={48}
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={({ target }) => onChange(target.value.trim())}
        />
      )}
    </Field>
  )
}

/** A value when it has not changed for a while. */
function useLater<Value>(value: Value, milliseconds: number): Value {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return later
}
