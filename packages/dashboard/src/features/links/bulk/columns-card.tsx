// The role of each column: detected, and corrected by the user.

import type { ReactNode } from 'react'
import { Checkbox } from '../../../components/checkbox.tsx'
import { Field, Select } from '../../../components/field.tsx'
import { Card } from '../../../components/page.tsx'
import { useMessages } from '../../../lib/language.ts'
import type { MappedTable } from './mapped-table.ts'
import { bulkMessages } from './messages.ts'
import { basicRoles, type Role, roles, type Separator, settingRoles } from './table.ts'

const separators: Separator[] = ['automatic', ',', ';', '\t', 'none']

interface ColumnsCardProps {
  columns: MappedTable
  /** What else applies to all rows. */
  children: ReactNode
}

export function ColumnsCard({ columns, children }: ColumnsCardProps) {
  const text = useMessages(bulkMessages)
  // Most tables have no settings.
  const hasMore =
    columnsIn(columns) > basicRoles.length || settingRoles.some((role) => columns.mapping[role] !== null)
  const shown = hasMore ? roles : basicRoles
  return (
    <Card title={text.columns} description={text.columnsWhy}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Field label={text.separator}>
          {(control) => (
            <Select
              {...control}
              value={columns.separator}
              onChange={({ target }) => columns.setSeparator(target.value as Separator)}
            >
              {separators.map((separator) => (
                <option key={separator} value={separator}>
                  {text.separators[separator]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {shown.map((role) => (
          <ColumnField key={role} role={role} columns={columns} />
        ))}
      </div>
      {children}
      <Checkbox label={text.header} checked={columns.hasHeader} onChange={columns.setHasHeader} />
    </Card>
  )
}

const columnsIn = ({ table }: Pick<MappedTable, 'table'>) =>
  Math.max(0, ...table.cells.slice(0, 200).map((row) => row.length))

/** Chooses the column of one role. */
function ColumnField({
  role,
  columns: { table, mapping, setMapping },
}: {
  role: Role
  columns: MappedTable
}) {
  const text = useMessages(bulkMessages)
  const labels: Record<Role, string> = {
    destination: text.destination,
    code: text.code,
    title: text.titleColumn,
    ...text.settings,
  }
  const count = columnsIn({ table })
  const samples = table.cells[0] ?? []
  return (
    <Field label={labels[role]}>
      {(control) => (
        <Select
          {...control}
          value={mapping[role] ?? ''}
          onChange={({ target }) =>
            setMapping({ ...mapping, [role]: target.value === '' ? null : Number(target.value) })
          }
        >
          {role === 'destination' ? null : <option value="">{text.none}</option>}
          {Array.from({ length: count }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by their number
            <option key={column} value={column}>
              {text.column(column + 1, (samples[column] ?? '').trim().slice(0, 40))}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
