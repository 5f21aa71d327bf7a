// Which column is what: found out, and mended by whoever knows better.

import { Checkbox, Field, Select } from '../../../components/field.tsx'
import { Card } from '../../../components/page.tsx'
import { useMessages } from '../../../lib/language.ts'
import { bulkMessages } from './messages.ts'
import { type Mapping, type Role, roles, type Separator, type Table } from './table.ts'

const separators: Separator[] = ['automatic', ',', ';', '\t', 'none']

interface ColumnsCardProps {
  table: Table
  mapping: Mapping
  hasHeader: boolean
  separator: Separator
  onSeparator(separator: Separator): void
  onHeader(hasHeader: boolean): void
  onMapping(mapping: Mapping): void
}

export function ColumnsCard({
  table,
  mapping,
  hasHeader,
  separator,
  onSeparator,
  onHeader,
  onMapping,
}: ColumnsCardProps) {
  const text = useMessages(bulkMessages)
  const labels: Record<Role, string> = {
    destination: text.destination,
    code: text.code,
    title: text.titleColumn,
  }
  const columns = Math.max(0, ...table.cells.slice(0, 200).map((row) => row.length))
  const samples = table.cells[0] ?? []
  return (
    <Card title={text.columns} description={text.columnsWhy}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Field label={text.separator}>
          {(control) => (
            <Select
              {...control}
              value={separator}
              onChange={({ target }) => onSeparator(target.value as Separator)}
            >
              {separators.map((one) => (
                <option key={one} value={one}>
                  {text.separators(one)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {roles.map((role) => (
          <Field key={role} label={labels[role]}>
            {(control) => (
              <Select
                {...control}
                value={mapping[role] ?? ''}
                onChange={({ target }) =>
                  onMapping({ ...mapping, [role]: target.value === '' ? null : Number(target.value) })
                }
              >
                {role === 'destination' ? null : <option value="">{text.none}</option>}
                {Array.from({ length: columns }, (_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their number
                  <option key={column} value={column}>
                    {text.column(column + 1, (samples[column] ?? '').trim().slice(0, 40))}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
      <Checkbox label={text.header} checked={hasHeader} onChange={onHeader} />
    </Card>
  )
}
