// A field of a day or a moment, which says so where only a part of it has been entered: browsers give nothing at all then.
import { useState } from 'react'
import { Field, TextInput } from '../../../components/field.tsx'
import { useMessages } from '../../../lib/language.ts'
import { panelMessages } from './messages.ts'

interface DateFieldProps {
  label: string
  error?: string
  hint: string
  type: 'date' | 'datetime-local'
  min: string
  max: string
  value: string
  onChange(value: string): void
}

export function DateField({ label, error, hint, value, onChange, ...rest }: DateFieldProps) {
  const text = useMessages(panelMessages)
  const [isPart, setIsPart] = useState(false)
  const look = (field: HTMLInputElement) => setIsPart(field.validity.badInput)
  return (
    <Field label={label} error={isPart ? text.datePart : error} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          {...rest}
          value={value}
          onChange={({ target }) => {
            onChange(target.value)
            if (isPart) look(target)
          }}
          onBlur={({ target }) => look(target)}
          onInvalid={({ currentTarget }) => look(currentTarget)}
        />
      )}
    </Field>
  )
}

/** Whether no date of a form is entered in part; else goes to the first that is, which says so. */
export function isFinished(form: HTMLFormElement): boolean {
  const parts = [...form.querySelectorAll('input')].filter(({ validity }) => validity.badInput)
  for (const field of parts) field.dispatchEvent(new Event('invalid'))
  parts[0]?.focus()
  return parts.length === 0
}
