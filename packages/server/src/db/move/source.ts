// Reads the tables of SQLite for a move: batch by batch, while no other process can write.
import type { Database as Connection } from 'bun:sqlite'
import { connect } from '../sqlite/connection.ts'
import type { MovedTable, Row, Value } from './tables.ts'

// A batch is one statement for PostgreSQL: many rows, but few enough characters to fit into memory several times.
const batchRows = 5000
const batchCharacters = 4_000_000

/** A column with characters that PostgreSQL can't store, and in how many rows they were replaced. */
export interface Replaced {
  column: string
  rows: number
}

export class MoveSource {
  private readonly connection: Connection
  private readonly replacements = new Map<string, number>()

  constructor(file: string) {
    this.connection = connect(file)
    // The server is stopped, but a command could still write rows that would not be moved.
    this.connection.run('BEGIN IMMEDIATE')
  }

  get tables(): Connection {
    return this.connection
  }

  *batches({ name, columns }: MovedTable): Generator<Row[]> {
    const names = Object.keys(columns)
    const texts = names.filter((column) => columns[column] === 'text')
    const query = this.connection.query<Row, []>(
      `select ${names.map((column) => `"${column}"`)} from "${name}"`,
    )
    let batch: Row[] = []
    let characters = 0
    for (const row of query.iterate()) {
      this.replaceNul(name, row, texts)
      batch.push(row)
      for (const column of names) characters += sizeOf(row[column])
      if (batch.length < batchRows && characters < batchCharacters) continue
      yield batch
      batch = []
      characters = 0
    }
    if (batch.length > 0) yield batch
  }

  /** The first and last day with single clicks; null if there are none. */
  clickDays(): { first: string; last: string } | null {
    const query = this.connection.query<{ first: string | null; last: string }, []>(
      'select min(day) as first, max(day) as last from click_blocks',
    )
    const { first, last } = query.get() ?? { first: null, last: '' }
    return first === null ? null : { first, last }
  }

  /** The highest id that a table has assigned, including to deleted rows; 0 if SQLite does not store it. */
  lastNumber(table: string): number {
    const query = this.connection.query<{ seq: number }, [string]>(
      'select seq from sqlite_sequence where name = ?',
    )
    return query.get(table)?.seq ?? 0
  }

  /** PostgreSQL refuses the character NUL in strings, so it becomes the replacement character. */
  private replaceNul(table: string, row: Row, texts: string[]): void {
    for (const column of texts) {
      const value = row[column]
      if (typeof value !== 'string' || !value.includes('\0')) continue
      row[column] = value.replaceAll('\0', '\ufffd')
      const name = `${table}.${column}`
      this.replacements.set(name, (this.replacements.get(name) ?? 0) + 1)
    }
  }

  get replaced(): Replaced[] {
    return [...this.replacements].map(([column, rows]) => ({ column, rows }))
  }

  /** Lets other processes write again. */
  close(): void {
    this.connection.run('ROLLBACK')
    this.connection.close()
  }
}

function sizeOf(value: Value | undefined): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
}
