// A shop item, chosen from the account's catalogue.
import { useQuery } from '@tanstack/react-query'
import { Select } from '../../../../components/field.tsx'
import { useMessages } from '../../../../lib/language.ts'
import { itemsQuery } from '../../queries.ts'
import { formMessages } from '../form-messages.ts'
import type { ControlProps } from './control-props.ts'

interface ItemControlProps {
  control: ControlProps
  value: string
  onChange(value: string | undefined): void
}

export function ItemControl({ control, value, onChange }: ItemControlProps) {
  const messages = useMessages(formMessages)
  const { data: items = [], isSuccess } = useQuery(itemsQuery)
  const isKnown = value === '' || items.some(({ id }) => id === value)
  return (
    <div className="grid gap-1">
      <Select {...control} value={value} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="">{messages.noItem}</option>
        {isKnown ? null : <option value={value}>{isSuccess ? messages.unknownItem : value}</option>}
        {items.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
      {isSuccess && items.length === 0 ? <p className="text-sm text-soft">{messages.noItems}</p> : null}
    </div>
  )
}
