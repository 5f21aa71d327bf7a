// A field for a day or a time, with an error for incomplete dates, for which browsers return no value.

import { useState } from 'react'
import { useMessages } from '../lib/language.ts'
import { Field, TextInput } from './field.tsx'
import { openSectionsAround } from './folded.ts'
import { kitMessages } from './messages.ts'

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
  const text = useMessages(kitMessages)
  const [isIncomplete, setIncomplete] = useState(false)
  const checkCompleteness = (field: HTMLInputElement) => setIncomplete(field.validity.badInput)
  return (
    <Field label={label} error={isIncomplete ? text.datePart : error} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          {...rest}
          value={value}
          onChange={({ target }) => {
            onChange(target.value)
            if (isIncomplete) checkCompleteness(target)
          }}
          onBlur={({ target }) => checkCompleteness(target)}
          onInvalid={({ currentTarget }) => checkCompleteness(currentTarget)}
        />
      )}
    </Field>
  )
}

/** Whether all dates of a form are complete; if not, focuses the first incomplete one and shows the errors. */
export function isFinished(form: HTMLFormElement): boolean {
  const incomplete = [...form.querySelectorAll('input')].filter(({ validity }) => validity.badInput)
  for (const field of incomplete) field.dispatchEvent(new Event('invalid'))
  openSectionsAround(incomplete[0])
  incomplete[0]?.focus()
  return incomplete.length === 0
}
