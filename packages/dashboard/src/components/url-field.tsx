// A field for an address, such as a destination.
import type { ComponentProps, ReactNode } from 'react'
import { Field, TextInput } from './field.tsx'

interface UrlFieldProps extends Omit<ComponentProps<'input'>, 'ref' | 'value' | 'onChange'> {
  label: string
  hint?: ReactNode
  error?: string
  labelEnd?: ReactNode
  value: string
  onChange(url: string): void
}

export function UrlField({ label, hint, error, labelEnd, value, onChange, ...rest }: UrlFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} labelEnd={labelEnd}>
      {(control) => (
        <TextInput
          {...control}
          {...rest}
          dir="ltr"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          maxLength={8192}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
