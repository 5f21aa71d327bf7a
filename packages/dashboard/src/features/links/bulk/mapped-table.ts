// The table in a source and its rows, with the columns as detected or as chosen by the user.
import { useMemo, useState } from 'react'
import { useDebounced } from '../../../lib/debounced.ts'
import { type BulkRow, rowsOf } from './rows.ts'
import { type Mapping, readTable, type Separator, type Table } from './table.ts'

export interface MappedTable {
  table: Table
  separator: Separator
  mapping: Mapping
  hasHeader: boolean
  rows: BulkRow[]
  setMapping(mapping: Mapping): void
  setHasHeader(hasHeader: boolean): void
  /** With a different separator, the columns change and are detected again. */
  setSeparator(separator: Separator): void
  /** Forgets all choices, for another source. */
  reset(): void
}

/** `template` is the id of the UTM template for all rows. */
export function useMappedTable(text: string, template: string | undefined): MappedTable {
  const [separator, chooseSeparator] = useState<Separator>('automatic')
  const [chosenHeader, setHasHeader] = useState<boolean | null>(null)
  const [chosenMapping, setMapping] = useState<Mapping | null>(null)
  // What is typed is shown before a long table is read.
  const content = useDebounced(text, 0)
  const table = useMemo(() => readTable(content, separator), [content, separator])
  const hasHeader = chosenHeader ?? table.hasHeader
  const mapping = chosenMapping ?? table.mapping
  const rows = useMemo(
    () => rowsOf(table, mapping, hasHeader).map((row) => (template ? { ...row, template } : row)),
    [table, mapping, hasHeader, template],
  )

  function setSeparator(next: Separator) {
    setMapping(null)
    setHasHeader(null)
    chooseSeparator(next)
  }

  return {
    table,
    separator,
    mapping,
    hasHeader,
    rows,
    setMapping,
    setHasHeader,
    setSeparator,
    reset: () => setSeparator('automatic'),
  }
}
