// A number, kept as typed: on the way to -0.5 or 106.05, a parsed number would lose the sign of -0 or the zero of 106.0.
import { useState } from 'react'
import { TextInput } from '../../../../components/field.tsx'
import type { ControlProps } from './control-props.ts'
import type { FormField } from './schema-fields.ts'

interface NumberControlProps {
  control: ControlProps
  field: FormField
  value: unknown
  onChange(value: number | undefined): void
}

export function NumberControl({ control, field, value, onChange }: NumberControlProps) {
  const [typed, setTyped] = useState('')
  // The typed text is shown as long as it has this value; any other value has come from elsewhere.
  const isTyped = typeof value === 'number' ? typed !== '' && Number(typed) === value : typed === ''
  return (
    <TextInput
      {...control}
      type="number"
      min={field.least}
      max={field.most}
      step={field.isWhole ? 1 : 'any'}
      value={isTyped ? typed : typeof value === 'number' ? String(value) : ''}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(target.value === '' ? undefined : Number(target.value))
      }}
    />
  )
}
