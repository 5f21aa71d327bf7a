// A choice among known values: a variant, a font or an effect.
import { buttonEffects, fontNames } from '@linnet/pages/preview'
import { Select } from '../../../../components/field.tsx'
import { useLanguage, useMessages } from '../../../../lib/language.ts'
import { formMessages } from '../form-messages.ts'
import type { ControlProps } from './control-props.ts'
import { styleLabel } from './field-messages.ts'
import type { FormField } from './schema-fields.ts'

interface ChoiceControlProps {
  control: ControlProps
  field: FormField
  value: string
  onChange(value: string | undefined): void
}

export function ChoiceControl({ control, field, value, onChange }: ChoiceControlProps) {
  const language = useLanguage()
  const { look } = useMessages(formMessages)
  const known = knownChoices(field)
  // An unknown value is kept until the user chooses another one.
  const choices = value === '' || known.includes(value) ? known : [...known, value]
  return (
    <Select {...control} value={value} onChange={({ target }) => onChange(target.value || undefined)}>
      <option value="">{look}</option>
      {choices.map((word) => (
        <option key={word} value={word}>
          {field.control === 'font' ? word : styleLabel(word, language)}
        </option>
      ))}
    </Select>
  )
}

function knownChoices({ control, variants }: FormField): readonly string[] {
  if (control === 'font') return fontNames
  return control === 'effect' ? buttonEffects : variants
}
