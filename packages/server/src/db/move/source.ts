// Reads the tables of SQLite for a move: batch by batch, while nobody else can write.
import type { Database as Connection } from 'bun:sqlite'
import { connect } from '../sqlite/connection.ts'
import type { MovedTable, Row, Value } from './tables.ts'

// A batch is a statement for PostgreSQL: many rows, but not more text than fits into memory several times.
const batchRows = 5000
const batchCharacters = 4_000_000

/** A text that held what PostgreSQL has no room for: where, and in how many rows. */
export interface Replaced {
  column: string
  rows: number
}

export class MoveSource {
  private readonly connection: Connection
  private readonly replacements = new Map<string, number>()

  constructor(file: string) {
    this.connection = connect(file)
    // The server is stopped, and a command that writes now would write what is not moved.
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
      this.mend(name, row, texts)
      batch.push(row)
      for (const column of names) characters += sizeOf(row[column])
      if (batch.length < batchRows && characters < batchCharacters) continue
      yield batch
      batch = []
      characters = 0
    }
    if (batch.length > 0) yield batch
  }

  /** The first and the last day of which there are single clicks; null where there are none. */
  clickDays(): { first: string; last: string } | null {
    const query = this.connection.query<{ first: string | null; last: string }, []>(
      'select min(day) as first, max(day) as last from click_blocks',
    )
    const { first, last } = query.get() ?? { first: null, last: '' }
    return first === null ? null : { first, last }
  }

  /** The highest number that a table has given, also to rows that are gone; 0 where SQLite does not remember it. */
  lastNumber(table: string): number {
    const query = this.connection.query<{ seq: number }, [string]>(
      'select seq from sqlite_sequence where name = ?',
    )
    return query.get(table)?.seq ?? 0
  }

  /** PostgreSQL refuses the character NUL in a text: the sign for what can't be shown stands in its place. */
  private mend(table: string, row: Row, texts: string[]): void {
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

  /** Lets others write again. */
  close(): void {
    this.connection.run('ROLLBACK')
    this.connection.close()
  }
}

function sizeOf(value: Value | undefined): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 8
}
