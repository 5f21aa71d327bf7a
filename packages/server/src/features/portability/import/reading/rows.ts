// Turns the rows of a table into records, by its column names.
import { type Fields, plainName, type SourceRecord } from './records.ts'

class Row implements Fields {
  constructor(
    private readonly columns: ReadonlyMap<string, number>,
    private readonly cells: readonly unknown[],
  ) {}

  get(name: string): unknown {
    const column = this.columns.get(name)
    return column === undefined ? undefined : this.cells[column]
  }

  has(name: string): boolean {
    return this.columns.has(name)
  }
}

/** Turns rows into records. Without `names`, the first row has the names and is no record. */
export function rowReader(
  names: string[] | null,
): (cells: readonly unknown[], line: number) => SourceRecord | null {
  let columns = names && columnsOf(names)
  return (cells, line) => {
    if (columns) return { line, fields: new Row(columns, cells) }
    columns = columnsOf(cells.map((cell) => plainName(String(cell))))
    return null
  }
}

/** If two columns have the same name, the first one counts. */
function columnsOf(names: string[]): ReadonlyMap<string, number> {
  const columns = new Map<string, number>()
  for (const [column, name] of names.entries()) if (!columns.has(name)) columns.set(name, column)
  return columns
}
