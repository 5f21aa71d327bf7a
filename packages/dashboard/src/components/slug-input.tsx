// The input for a short code, which links and microsites share.
import { longestShortCode } from '@linnet/contract/short-codes'
import type { ComponentProps } from 'react'
import { TextInput } from './field.tsx'

interface SlugInputProps {
  /** The props from its field. */
  control: Pick<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'>
  slug: string
  /** Shown before it, such as `short.example`. */
  host?: string
  required?: boolean
  onChange(slug: string): void
}

export function SlugInput({ control, slug, host, required, onChange }: SlugInputProps) {
  const input = (
    <TextInput
      {...control}
      dir="ltr"
      required={required}
      maxLength={longestShortCode}
      autoCapitalize="none"
      spellCheck={false}
      value={slug}
      onChange={({ target }) => onChange(target.value.trim())}
    />
  )
  if (host === undefined) return input
  return (
    <span className="flex items-center gap-1.5">
      <span className="max-w-1/2 shrink-0 truncate text-sm text-soft" dir="ltr">
        {host}/
      </span>
      {input}
    </span>
  )
}
