// Chooses the UTM template for all links, if there are any.
import { useQuery } from '@tanstack/react-query'
import { Field, Select } from '../../../components/field.tsx'
import { useMessages } from '../../../lib/language.ts'
import { templatesQuery } from '../utm/utm-templates.ts'
import { bulkMessages } from './messages.ts'

interface TemplateFieldProps {
  /** An id, or empty. */
  value: string
  onChange(id: string): void
}

export function TemplateField({ value, onChange }: TemplateFieldProps) {
  const text = useMessages(bulkMessages)
  const { data: templates = [] } = useQuery(templatesQuery)
  if (templates.length === 0) return null
  return (
    <Field label={text.template} hint={text.templateHint} className="sm:max-w-80">
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{text.noTemplate}</option>
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
