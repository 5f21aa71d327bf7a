// A number, kept as it is being typed: what a number alone would forget, such as the sign of -0 or the zero of 106.0, is still needed for the next key.
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
  // What was typed stands as long as it means the value; another value has come from elsewhere.
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
