// The filters of the page of changes: by who made them, and by a single key or application.
import { Button } from '../../components/button.tsx'
import { Field, Select } from '../../components/field.tsx'
import { X } from '../../components/icons.ts'
import { useMessages } from '../../lib/language.ts'
import { historyMessages } from '../history/messages.ts'
import { type ChangesSearch, filterKinds } from './search.ts'

interface ChangeFiltersProps {
  search: ChangesSearch
  /** The name of the key or application; undefined while it isn't known. */
  name: string | undefined
  onChange(search: ChangesSearch): void
}

export function ChangeFilters({ search, name, onChange }: ChangeFiltersProps) {
  const { changes: text } = useMessages(historyMessages)
  const { kind = '', by } = search
  return (
    <search aria-label={text.filters} className="flex flex-wrap items-end gap-3">
      <Field label={text.by} className="w-full sm:w-56">
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={({ target }) => onChange(without({ ...search, kind: kindOf(target.value) }))}
          >
            <option value="">{text.anyone}</option>
            {filterKinds.map((one) => (
              <option key={one} value={one}>
                {text[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {by === undefined ? null : (
        <Button
          icon={<X />}
          aria-label={text.removeFilter(name ?? by)}
          onClick={() => onChange(without({ ...search, by: undefined }))}
          className="max-w-full"
        >
          <span dir="auto" className="truncate">
            {text.only(name ?? by)}
          </span>
        </Button>
      )}
    </search>
  )
}

const kindOf = (value: string) => filterKinds.find((kind) => kind === value)

/** Without the filters that are not set. */
function without({ kind, by }: { kind?: ChangesSearch['kind']; by?: string | undefined }): ChangesSearch {
  return { ...(kind ? { kind } : {}), ...(by ? { by } : {}) }
}
